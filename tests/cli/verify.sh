#!/bin/sh
# SPDX-License-Identifier: MIT
# verify.sh: what is right passes, and every change is found.
. tests/cli/prelude

"$dataset" plain "$work/data" || exit 3
if [ -d "$shared/corpus" ]; then
	cp -r "$shared/corpus" "$work/corpus"
else
	echo "left out: the corpus, ../shared is not there"
fi

# passes ARGUMENT...: no finding.
passes() {
	run 0 "$report" verify "$@"
	tail -n 1 "$work/out" |
		grep -Eq '^[1-9][0-9]* files checked, 0 findings, [0-9]+ notes?$' ||
		fault "verify $* ends in: $(tail -n 1 "$work/out")"
	[ -s "$work/err" ] && fault "verify $* says: $(head -n 1 "$work/err")"
}

# finds NAME TEXT ARGUMENT...: at least one finding; it names the file, and has the text.
finds() {
	name=$1
	text=$2
	shift 2
	run 1 "$report" verify "$@"
	grep -F "$name: " "$work/err" | grep -qF -- "$text" || {
		fault "verify $*: no finding names $name with \"$text\""
		head -n 3 "$work/err" >&2
	}
	tail -n 1 "$work/out" | grep -Eq ', [1-9][0-9]* findings?, ' ||
		fault "verify $* does not count its findings"
}

export TMPDIR="$work/tmp"
mkdir "$TMPDIR"
for data in data corpus; do
	[ -d "$work/$data" ] || continue
	passes --data "$work/$data"
	for how in "--evidence none" "--evidence link" "--base-url https://example.org/a/" \
		"--evidence copy"; do
		[ "$data" = corpus ] && [ "$how" != "--evidence none" ] && continue
		rm -rf "$work/site" "$work/site.state"
		# shellcheck disable=SC2086 # options, several words
		run 0 "$report" build --data "$work/$data" --out "$work/site" $how
		rm "$work/site.state"
		passes --data "$work/$data" --site "$work/site"
	done
	SOURCE_DATE_EPOCH=1790000000 "$report" build --data "$work/$data" --out "$work/site" \
		>"$work/out"
	passes --data "$work/$data" --site "$work/site"
	# a copy from elsewhere, with nothing but its own files
	cp -r "$work/site" "$work/fetched"
	here=$PWD
	cd "$work/fetched" || exit 3
	passes --data evidence --site .
	cd "$here" || exit 3
	rm -rf "$work/fetched"
done
[ -z "$(ls -A "$TMPDIR")" ] || fault "verify leaves in TMPDIR: $(ls -A "$TMPDIR")"

# One thing wrong on the site; a small one, since it is built again for each.
mkdir "$work/few"
cp -r "$work/data/catalog.json" "$work/data/demo_arm" "$work/few"
rm -rf "$work/site" "$work/site.state" "$work/few"/demo_arm/*/hash-01
rm "$work/few/demo_arm/SHA256SUMS"
run 1 "$report" build --data "$work/few" --out "$work/site"
cp -r "$work/site" "$work/kept"
cp "$work/err" "$work/known"
spoilt() {
	finds "$1" "$2" --data "$work/few" --site "$work/site"
	grep -vxFf "$work/known" "$work/err" | grep -Ev ' findings? in the data$' >"$work/told"
	[ "$(grep -c . "$work/told")" = 1 ] || fault "$1: not one finding: $(cat "$work/told")"
	rm -rf "$work/site"
	cp -r "$work/kept" "$work/site"
}
for file in index.html 404.html style.css table.js feed.xml demo_arm/index.html \
	demo_arm/kex-01.html demo_arm/method.html demo_arm/all.csv demo_arm/kex-01.json \
	demo_arm/all-columns.csv evidence/SHA256SUMS evidence/catalog.json \
	evidence/demo_arm/build.json \
	evidence/demo_arm/records/kex-01/Delta-128__init_a.json; do
	printf ' ' >>"$work/site/$file"
	spoilt "$file" "has digest"
	rm "$work/site/$file"
	spoilt "$file" "missing"
done
# shorter, and one that is no file any more
: >"$work/site/table.js"
spoilt table.js "has digest"
rm "$work/site/table.js"
mkdir "$work/site/table.js"
spoilt table.js ""
for file in more.html .hidden demo_arm/hash-99.html new/index.html \
	evidence/demo_arm/records/kex-01/Delta-128__init_z.json evidence/more; do
	mkdir -p "$(dirname "$work/site/$file")"
	echo more >"$work/site/$file"
	spoilt "$file" "not among"
done
ln -s index.html "$work/site/linked.html"
spoilt linked.html "not among"
mv "$work/site/index.html" "$work/index.html"
ln -s ../index.html "$work/site/index.html"
spoilt index.html ""
rm "$work/site/.ngcc-report.json"
run 1 "$report" verify --data "$work/few" --site "$work/site"
grep -q "ngcc-report.json" "$work/err" || fault "a missing marker is not named"
rm -rf "$work/site"
cp -r "$work/kept" "$work/site"
# its epoch shapes nothing else, so that no other one can be told from the right one
while IFS='|' read -r change told; do
	sed -i "$change" "$work/site/.ngcc-report.json"
	cmp -s "$work/kept/.ngcc-report.json" "$work/site/.ngcc-report.json" &&
		fault "marker: $change changes nothing"
	run 1 "$report" verify --data "$work/few" --site "$work/site"
	grep -q "$told" "$work/err" || fault "marker: $change is not told"
	cp "$work/kept/.ngcc-report.json" "$work/site"
done <<'END'
/version/s/:.*"/: "0.0.9"/|was built by ngcc-report 0.0.9
s/"copy"/"none"/|evidence/demo_arm/build.json: is not among
s/"copy"/"some"/|evidence is not known
s/}/,/|ngcc-report.json: .*line
/base_url/s/null/"http:\/\/x\/"/|index.html: has digest
/base_url/s/null/"http:\/\/"/|base_url is no base URL
/epoch/s/null/"x"/|source_date_epoch is no number
s/"version"/"more":1,"version"/|ngcc-report.json: has digest
END
rm -rf "$work/linked" "$work/linked.state"
run 1 "$report" build --data "$work/few" --out "$work/linked" --evidence link
sed -i 's/"version"/"more":1,"version"/' "$work/linked/.ngcc-report.json"
finds .ngcc-report.json "has digest" --data "$work/few" --site "$work/linked"
# the right site of other data
cp -r "$work/few" "$work/other"
sed -i 's/Delta Ex/Della Ex/' "$work/other/catalog.json"
finds demo_arm/kex-01.html "has digest" --data "$work/other" --site "$work/site"

python3 tests/cli/verify.py "$work" || fault "see above"
finish
