#!/bin/sh
# golden.sh [bless]: renders the test datasets and compares with what is known to be right:
# the digest of every file of the site, and some pages in full, so that a difference can be
# read. "bless" takes today's output; read the diff before you commit it.
set -u
build=${BUILD:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
rc=0
for kind in plain hostile; do
	golden=tests/golden/$kind
	"$build/dataset" "$kind" "$work/$kind" || exit 1
	SOURCE_DATE_EPOCH=1790000000 "$build/ngcc-report" build --data "$work/$kind" \
		--out "$work/site" >"$work/out" 2>"$work/err"
	code=$?
	sed "s|$work|WORK|" "$work/out" "$work/err" >"$work/said"
	echo "exit status $code" >>"$work/said"
	(cd "$work/site" && find . -type f | LC_ALL=C sort | xargs -d '\n' sha256sum) \
		>"$work/sums"
	if [ "${1-}" = bless ]; then
		mkdir -p "$golden"
		cp "$work/said" "$work/sums" "$golden"
		(cd "$golden" && find . -name '*.html' -o -name '*.csv' -o -name '*.json') |
			while read -r file; do
				cp "$work/site/$file" "$golden/$file"
			done
	fi
	# the README shows one picture of the plain data
	shown=$work/site/demo_arm/hash-01-trials.svg
	if [ "$kind" = plain ]; then
		[ "${1-}" != bless ] || cp "$shown" docs/trials.svg
		cmp docs/trials.svg "$shown" || rc=1
	fi
	diff -u "$golden/said" "$work/said" || rc=1
	# the pages first: their differences can be read
	(cd "$golden" && find . -name '*.html' -o -name '*.csv' -o -name '*.json') |
		LC_ALL=C sort >"$work/files"
	[ -s "$work/files" ] || { echo "$golden: no page to compare" >&2; rc=1; }
	while read -r file; do
		diff -u "$golden/$file" "$work/site/$file" || rc=1
		case $file in
		*.html) xmllint --noout "$work/site/$file" || rc=1 ;;
		esac
	done <"$work/files"
	diff -u "$golden/sums" "$work/sums" || rc=1
	rm -rf "$work/site" "$work/site.state"
done
exit $rc
