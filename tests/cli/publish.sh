#!/bin/sh
# SPDX-License-Identifier: MIT
# publish.sh: same input, same bytes; evidence, addresses, feed and exported figures.
. tests/cli/prelude

"$dataset" plain "$work/data" || exit 3
"$dataset" hostile "$work/hostile" || exit 3
cd "$work" || exit 3
umask 022
run 0 "$report" build --data data --out copy

# The same data elsewhere: other times, another order of the folders' entries.
again() {
	python3 - data "$1" <<-'END'
	import os, shutil, sys
	of, to = sys.argv[1:]
	files = [os.path.join(p, f) for p, _, fs in os.walk(of) for f in fs]
	for i, path in enumerate(sorted(files, reverse=True)):
	    new = os.path.join(to, os.path.relpath(path, of))
	    os.makedirs(os.path.dirname(new), exist_ok=True)
	    shutil.copyfile(path, new)
	    os.utime(new, (86400 * i, 86400 * i))
	END
	find "$1" -type d -exec touch -d 1999-12-31T23:59:59 {} +
}
mkdir -p "deep/er folder"
again "deep/er folder/data"
run 0 env -i LC_ALL=tr_TR.UTF-8 LANG=de_DE.UTF-8 TZ=Asia/Kathmandu PATH="$PATH" \
	"$report" build --data "deep/er folder/data" --out "$work/deep/site/"
check "another folder, locale, time zone and times give another site" \
	diff -r copy deep/site
for locale in C C.UTF-8 POSIX; do
	(cd deep && LC_ALL=$locale TZ=UTC-13:45 LANGUAGE=zh \
		"$report" build --data ../data --out "$locale" >/dev/null)
	check "locale $locale gives another site" diff -r copy "deep/$locale"
done
modes() {
	(cd "$1" && find . -printf '%m %y %p\n' | sort)
}
modes copy >modes
modes deep/site >modes-again
check "the same umask gives other modes" cmp modes modes-again
(umask 077 && "$report" build --data data --out private >/dev/null)
check "another umask gives another site" diff -r copy private
modes private >modes-again
sed 's/^755/700/; s/^644/600/' modes >modes-wanted
check "umask 077 is not kept" cmp modes-wanted modes-again

other=
if [ -d /dev/shm ] && [ -w /dev/shm ] &&
	[ "$(stat -c %d /dev/shm)" != "$(stat -c %d "$work")" ]; then
	other=$(mktemp -d /dev/shm/ngcc-publish.XXXXXX) || exit 3
	trap 'rm -rf "$other" "$work"' EXIT
	again "$other/data"
	run 0 "$report" build --data "$other/data" --out "$other/site"
	check "another file system gives another site" diff -r copy "$other/site"
else
	echo "left out: there is no second file system"
fi

run 0 env SOURCE_DATE_EPOCH=1790000000 "$report" build --data data --out epoch
diff -rq copy epoch >changed
[ "$(cat changed)" = "Files copy/.ngcc-report.json and epoch/.ngcc-report.json differ" ] ||
	fault "SOURCE_DATE_EPOCH changes more than the marker: $(head -n 3 changed)"
grep -q '"source_date_epoch":.*1790000000' epoch/.ngcc-report.json ||
	fault "the marker does not hold SOURCE_DATE_EPOCH"

# Evidence: copies, links, nothing but the list of digests.
run 0 "$report" build --data data --out none --evidence none
[ "$(ls -A none/evidence)" = SHA256SUMS ] || fault "--evidence none publishes a data file"
check "--evidence none has another SHA256SUMS" \
	cmp copy/evidence/SHA256SUMS none/evidence/SHA256SUMS
run 0 "$report" build --data data --out link --evidence link
(cd data && find . -type f -printf '%i %P\n' | sort) >inodes
(cd link/evidence && find . -type f ! -path ./SHA256SUMS -printf '%i %P\n' | sort) \
	>inodes-link
check "--evidence link does not link the data's files" cmp inodes inodes-link
(cd copy/evidence && find . -type f ! -path ./SHA256SUMS -printf '%i %P\n' | sort) \
	>inodes-copy
[ -z "$(comm -12 inodes inodes-copy)" ] || fault "--evidence copy links"
check "--evidence link publishes other bytes" diff -r --exclude .ngcc-report.json copy link
if [ "$other" ]; then
	run 0 "$report" build --data "$other/data" --out far --evidence link
	check "links to another file system are not copied" diff -r link far
fi
cut -c 67- copy/evidence/SHA256SUMS >listed
check "SHA256SUMS is not sorted by path" env LC_ALL=C sort -c listed
(cd data && find . -type f -printf '%P\n') | LC_ALL=C sort >there
check "SHA256SUMS does not list the data's files" cmp there listed
for site in copy link; do
	check "sha256sum -c in $site/evidence" \
		sh -c 'cd "$1" && sha256sum -c --quiet SHA256SUMS' - $site/evidence
done
check "sha256sum -c in the data folder" \
	sh -c 'cd data && sha256sum -c --quiet ../none/evidence/SHA256SUMS'

# Addresses.
base=https://example.org/a/path
run 0 "$report" build --data data --out base --base-url $base/
run 0 "$report" build --data data --out base-2 --base-url $base
check "a base URL without its last slash gives another site" diff -r base base-2
cp -r data data-base
sed "s|\"base_url\": null|\"base_url\": \"$base/\"|" data/catalog.json \
	>data-base/catalog.json
grep -q "$base" data-base/catalog.json || fault "the catalog has no base URL to fill in"
run 0 "$report" build --data data-base --out base-catalog
check "the catalog's base URL is not taken" \
	cmp base/sitemap.xml base-catalog/sitemap.xml
run 0 "$report" build --data data-base --out base-other --base-url http://example.net/
grep -rlF "$base" base-other | grep -v '^base-other/evidence/catalog.json$' >changed
[ -s changed ] && fault "--base-url does not replace the catalog's: $(head -n 3 changed)"

run 1 "$report" build --data hostile --out site-hostile

# Feeds: an earlier campaign keeps its id when a newer one comes.
mkdir later
cp -r data later/data
mv later/data/demo_x86 later/data/demo_x86@20260920
cp -r data/demo_x86 later/data/demo_x86
sed 's/2026-09-20T/2026-10-20T/' data/demo_x86/campaign.json \
	>later/data/demo_x86/campaign.json
run 0 "$report" build --data later/data --out later/site
# a second erratum of the same day; two campaigns nothing is known of but their folders
cp -r later/data later/notes
more='{"candidate": "hash-01", "label": "Alpha-384", "kind": "erratum",'
more="$more \"date\": \"2026-09-25\", \"text\": \"Another one.\"},"
sed "s|^ \"notes\": \[|&\n  $more|" data/catalog.json >later/notes/catalog.json
grep -q "Another one" later/notes/catalog.json || fault "the catalog has no notes to add to"
rm later/notes/demo_x86/campaign.json later/notes/demo_x86@20260920/campaign.json
run 1 "$report" build --data later/notes --out later/site-notes

for xml in */feed.xml */*/feed.xml */sitemap.xml; do
	check "$xml is not well-formed" xmllint --noout --nonet "$xml"
done
for site in copy base none site-hostile later/site; do
	find $site -name '*.html' -exec xmllint --noout --nonet {} + 2>xml ||
		fault "a page of $site is not well-formed: $(head -n 3 xml)"
done
cd "$root" || exit 3
check "python3 tests/cli/publish.py" python3 tests/cli/publish.py "$work"
finish
