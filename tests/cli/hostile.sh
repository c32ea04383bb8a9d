#!/bin/sh
# SPDX-License-Identifier: MIT
# hostile.sh: one bad file costs its own row and exit status 1; never the site, a crash, or
# a figure of another row.
. tests/cli/prelude

"$dataset" plain "$work/plain" || exit 3
"$dataset" hostile "$work/hostile" || exit 3

# What is not read cannot hang, and nothing outside the data folder is read.
run 1 timeout 60 "$report" build --data "$work/hostile" --out "$work/site"
cp "$work/err" "$work/said"
run 1 timeout 60 "$report" verify --data "$work/hostile"
run 1 timeout 60 "$report" verify --data "$work/hostile" --site "$work/site"
if has_strace "which files are read"; then
	ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 strace -f -qq -o "$work/trace" \
		-e trace=open,openat,openat2 "$report" build --data "$work/hostile" \
		--out "$work/traced" >/dev/null 2>&1
	grep -qF "$work/hostile" "$work/trace" || fault "strace shows nothing"
	# a link that is not followed is opened in vain
	grep -E '/etc/hostname|hash-09|passwd' "$work/trace" | grep -vE '= -1 E(LOOP|NOTDIR)' \
		>"$work/outside" && fault "outside the data: $(head -n 1 "$work/outside")"
	for file in symlink__hash_1024 pipe__hash_1024; do
		grep -F "$file" "$work/trace" | grep -v O_NOFOLLOW |
			grep -v O_CREAT && fault "links would be followed: $file"
	done
	check "another site under strace" diff -r "$work/site" "$work/traced"
fi
python3 tests/cli/hostile.py rows "$work" || fault "see above"

# With garbage for a catalog the pages are those of data without one.
cp -r "$work/plain" "$work/data"
catalog=$work/data/catalog.json
rm "$catalog"
run 1 "$report" build --data "$work/data" --out "$work/bare"
cp -r "$work/plain/catalog.json" "$work/good"
garbage() {
	rm -rf "$work/odd" "$work/odd.state"
	run 1 timeout 60 "$report" build --data "$work/data" --out "$work/odd"
	grep -q '^catalog\.json: ' "$work/err" || fault "a catalog that is $1 has no finding"
	for page in index.html demo_x86/index.html demo_x86/hash-01.html demo_arm/kex-01.html \
		demo_x86/all.csv feed.xml 404.html; do
		[ -s "$work/odd/$page" ] || fault "a catalog that is $1 costs $page"
	done
	cmp -s "$work/bare/demo_x86/hash-01.csv" "$work/odd/demo_x86/hash-01.csv" ||
		fault "a catalog that is $1 changes figures"
	(cd "$work/odd/evidence" && sha256sum -c --quiet SHA256SUMS) ||
		fault "a catalog that is $1 spoils the evidence"
	rm -rf "$catalog"
}
echo "no JSON" >"$catalog" && garbage "no JSON"
: >"$catalog" && garbage "empty"
echo "[1, 2]" >"$catalog" && garbage "a list"
echo "17" >"$catalog" && garbage "a number"
truncate -s 20M "$catalog" && garbage "20 MB of nothing"
{
	printf '{"notice": "'
	head -c 20000000 /dev/zero | tr '\0' x
	printf '"}'
} >"$catalog" && garbage "20 MB of JSON"
{
	printf '{"notice": "'
	head -c 15000000 /dev/zero | tr '\0' x
	printf '"}'
} >"$catalog" && garbage "one text of 15 MB"
head -c 100000 /dev/zero | tr '\0' '[' >"$catalog" && garbage "100 000 brackets"
mkdir "$catalog" && garbage "a folder"
mkfifo "$catalog" && garbage "a pipe"
ln -s ../good "$catalog" && garbage "a link"
ln -s /dev/zero "$catalog" && garbage "a link to a device"
echo '{"site": 1, "systems": {"a": 1}, "candidates": "x", "notes": [1, null, {}, []],
	"targets": 1, "compare": [[1]], "baseline": [], "notice": {}}' >"$catalog" &&
	garbage "of wrong types"
sed 's/"id"/"name"/' "$work/good" >"$catalog" && garbage "without ids"

# No data at all: a site that says so.
mkdir "$work/nothing" "$work/nothing/notes"
cp "$work/good" "$work/nothing/catalog.json"
run 0 "$report" build --data "$work/nothing" --out "$work/nothing-site"
[ -s "$work/nothing-site/index.html" ] || fault "a data folder without datasets: no page"
run 0 "$report" verify --data "$work/nothing" --site "$work/nothing-site"

# Logs alone give pages that say what is not known.
mkdir "$work/logs" "$work/logs/demo_x86"
cp "$work/good" "$work/logs/catalog.json"
cp -r "$work/plain/demo_x86/kat" "$work/logs/demo_x86"
run 1 "$report" build --data "$work/logs" --out "$work/logs-site"
for file in campaign.json build.json; do
	grep -q "^demo_x86/$file: " "$work/err" || fault "logs alone: $file is not missed"
done
for id in $(ls "$work/logs/demo_x86/kat"); do
	[ -s "$work/logs-site/demo_x86/$id.html" ] || fault "logs alone: no page of $id"
done

if has_user "unreadable data"; then
	chmod 755 "$work"
	mkdir "$work/open"
	chmod 777 "$work/open"
	cp -r "$work/plain" "$work/closed"
	closed=$work/closed/demo_x86
	chmod 0 "$closed/records/hash-01/Alpha-256__hash_32.json" "$closed/kat/hash-02" \
		"$closed/records/kem-01" "$work/closed/demo_arm/build.json" \
		"$work/closed/demo_x86@20260801"
	run 1 $user "$report" build --data "$work/closed" --out "$work/open/site"
	for path in demo_x86/records/hash-01/Alpha-256__hash_32.json demo_x86/kat/hash-02 \
		demo_x86/records/kem-01 demo_arm/build.json demo_x86@20260801; do
		grep "^$path" "$work/err" | grep -q "Permission denied" ||
			fault "unreadable, but without a finding: $path"
	done
	grep -q "not usable" "$work/open/site/demo_x86/hash-01.html" ||
		fault "an unreadable record has no row"
	run 1 $user "$report" verify --data "$work/closed"
	chmod 0 "$work/closed/catalog.json"
	run 1 $user "$report" build --data "$work/closed" --out "$work/open/site"
	grep "^catalog.json: " "$work/err" | grep -q "Permission denied" ||
		fault "an unreadable catalog has no finding"
	chmod 0 "$work/closed"
	run 3 $user "$report" build --data "$work/closed" --out "$work/open/site"
	run 3 $user "$report" verify --data "$work/closed"
	chmod -R u+rwX "$work/closed"
fi

python3 tests/cli/hostile.py names "$work" || fault "see above"
finish
