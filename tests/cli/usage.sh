#!/bin/sh
# SPDX-License-Identifier: MIT
# usage.sh: command line, exit status, and what goes to which output.
. tests/cli/prelude

# What is wrong is told on the standard error output, and nothing else is printed.
# wrong STATUS TEXT ARGUMENT...
wrong() {
	status=$1
	text=$2
	shift 2
	run "$status" "$report" "$@"
	[ -s "$work/out" ] && fault "prints on the standard output, with status $status: $*"
	grep -qF -- "$text" "$work/err" || {
		fault "does not say \"$text\": $*"
		head -n 3 "$work/err" >&2
	}
}

# left NAME...: nothing else lies in $work/place.
left() {
	there=$(cd "$work/place" && echo *)
	[ "$there" = "${*:-*}" ] || fault "left behind: $there"
}

"$dataset" plain "$work/data" || exit 3
record=$work/data/demo_x86/records/hash-01/Alpha-256__hash_32.json
mkdir "$work/place" "$work/none"
out=$work/place/site

for option in --help -h; do
	run 0 "$report" "$option"
	[ -s "$work/err" ] && fault "$option prints on the standard error output"
	for word in build verify diff --format --only --min-effect --fail-on --data --out --evidence --base-url --templates --site; do
		grep -qe "$word" "$work/out" || fault "$option says nothing of $word"
	done
	for status in "0 fine" "1 something" "2 usage" "3 the system"; do
		grep -qF "$status" "$work/out" || fault "$option does not name status $status"
	done
done
cp "$work/out" "$work/help"
for command in build verify diff; do
	run 0 "$report" "$command" --help
	cmp -s "$work/out" "$work/help" || fault "$command --help is another text"
done
run 0 "$report" --version
grep -Eqx 'ngcc-report [0-9]+\.[0-9]+\.[0-9]+' "$work/out" || fault "--version says no version"

wrong 2 "usage:"
wrong 2 "there is no such command" ""
wrong 2 "there is no such command" bulid
wrong 2 "there is no such command" --data "$work/data"
wrong 2 "unrecognized option" build --nonsense
wrong 2 "unrecognized option" build --data "$work/data" --out "$out" --quiet
wrong 2 "requires an argument" build --data
wrong 2 "requires an argument" build --data "$work/data" --out
wrong 2 "wants --data and --out" build
wrong 2 "wants --data and --out" build --data "$work/data"
wrong 2 "wants --data and --out" build --out "$out"
for mode in cp Copy "" "copy " none,link; do
	wrong 2 "copy, link or none" build --data "$work/data" --out "$out" --evidence "$mode"
done
wrong 2 "word too many" build --data "$work/data" --out "$out" more
wrong 2 "word too many" build more --data "$work/data" --out "$out"
wrong 2 "word too many" build --data "$work/data" --out "$out" -- more
wrong 2 "no --site" build --data "$work/data" --out "$out" --site "$out"
wrong 2 "verify takes" verify --data "$work/data" --out "$out"
wrong 2 "verify takes" verify --data "$work/data" --evidence copy
wrong 2 "verify takes" verify --data "$work/data" --base-url https://example.org/
wrong 2 "verify wants" verify
wrong 2 "verify wants" verify --site "$out"
wrong 2 "verify wants" verify --data "$work/data" "$record"
wrong 2 "verify wants" verify --site "$out" "$record"
wrong 2 "word too many" verify "$record" "$record"
for url in "" example.org/ ftp://example.org/ //example.org/ javascript:alert https:// \
	http:///x "https://example.org/?q" "https://example.org/#f"; do
	wrong 2 "base URL" build --data "$work/data" --out "$out" --base-url "$url"
done
for place in "" . .. / "$work/place/." "$work/place/.."; do
	wrong 2 "$place" build --data "$work/data" --out "$place"
done
left

absent=$work/absent
wrong 3 "$absent" build --data "$absent" --out "$out"
wrong 3 "No such file" build --data "$absent" --out "$out"
wrong 3 "Not a directory" build --data "$record" --out "$out"
wrong 3 "$absent" build --data "$work/data" --out "$out" --templates "$absent"
wrong 3 "page.html" build --data "$work/data" --out "$out" --templates "$work/none"
wrong 3 "Not a directory" build --data "$work/data" --out "$record/site"
wrong 3 "$absent" verify --data "$absent"
wrong 3 "$absent" verify "$absent"
# the data were read by then, and have their notes
run 3 "$report" verify --data "$work/data" --site "$absent"
grep -qF "$absent" "$work/err" || fault "a site that is not there is not named"
grep -v '^note: ' "$work/out" && fault "counts, with a site that is not there"
left

for name in page.html bare.html; do
	rm -rf "$work/frames"
	cp -r templates "$work/frames"
	echo '<p>' >"$work/frames/$name"
	wrong 2 "$name" build --data "$work/data" --out "$out" --templates "$work/frames"
	left
done

# without its main slot a page would have no content
sed 's/<slot name="main"\/>//' templates/page.html >"$work/frames/page.html"
cp templates/bare.html "$work/frames"
wrong 2 'page.html: has no <slot name="main"/>' build --data "$work/data" --out "$out" \
	--templates "$work/frames"
for epoch in "" x 1.5 -1; do
	SOURCE_DATE_EPOCH=$epoch
	export SOURCE_DATE_EPOCH
	wrong 2 SOURCE_DATE_EPOCH build --data "$work/data" --out "$out"
done
unset SOURCE_DATE_EPOCH
left

rm -rf "$work/frames"
cp -r templates "$work/frames"
rm "$work/frames/picture.css"
wrong 3 "picture.css" build --data "$work/data" --out "$out" --templates "$work/frames"
left

run 0 "$report" build --data "$work/data" --out "$out"
[ -s "$work/err" ] && fault "a build without findings prints on the standard error output"
left site site.state
run 0 "$report" verify --data "$work/data"
tail -n 1 "$work/out" | grep -q '[0-9] files checked, 0 findings' ||
	fault "verify ends without a count"
run 0 "$report" verify "$record"

# Something wrong in the data: 1, the file named, the count in the last line.
cp -r "$work/data" "$work/bad"
bad=$work/bad/demo_x86/records/hash-01/Alpha-256__hash_32.json
sed 's/"schema": 2/"schema": 3/' "$record" >"$bad"
run 1 "$report" build --data "$work/bad" --out "$out"
grep -q "^demo_x86/records/hash-01/Alpha-256__hash_32.json: schema is 3" "$work/err" ||
	fault "build does not name what is wrong"
tail -n 1 "$work/err" | grep -Eq ': 1 findings? in the data' || fault "build does not count"
run 1 "$report" verify --data "$work/bad"
grep -Eq ", 1 findings?," "$work/out" || fault "verify does not count"
run 1 "$report" verify "$bad"

# What could not be printed was not done.
if [ -c /dev/full ]; then
	for words in --help -h --version "build --data $work/data --out $out" \
		"build --data $work/data --out $out" "verify --data $work/data" \
		"verify --data $work/data --site $out" "verify $record"; do
		cases=$((cases + 1))
		# shellcheck disable=SC2086 # no blank in any of them
		"$report" $words >/dev/full 2>"$work/err"
		got=$?
		[ "$got" = 3 ] || fault "exit status $got instead of 3, output full: $words"
	done
else
	echo "left out: /dev/full is not there"
fi

# A file that is opened must not take the place of a closed output.
run 0 "$report" build --data "$work/data" --out "$work/right"
run 1 "$report" build --data "$work/bad" --out "$work/right-bad"
for name in data bad; do
	case $name in
	data) right=$work/right ;;
	bad) right=$work/right-bad ;;
	esac
	rm -rf "$work/closed" "$work/closed.state"
	"$report" build --data "$work/$name" --out "$work/closed" <&- >&- 2>&-
	check "closed outputs spoil the site of $name" diff -r "$right" "$work/closed"
	"$report" build --data "$work/$name" --out "$work/closed" >/dev/null 2>&1
	check "closed outputs spoil what is remembered of $name" \
		diff -r "$right" "$work/closed"
done

if has_user "permissions"; then
	chmod 755 "$work"
	mkdir "$work/locked"
	chmod 755 "$work/locked"
	[ "$(id -u)" = 0 ] || chmod 555 "$work/locked"
	run 3 $user "$report" build --data "$work/data" --out "$work/locked/site"
	grep -q "Permission denied" "$work/err" || fault "a locked folder is not named"
	[ -s "$work/out" ] && fault "prints on the standard output: locked folder"
	run 3 $user "$report" build --data "$work/data" --out "$work/locked/new/site"
	grep -q "Permission denied" "$work/err" || fault "a locked folder is not named"
	chmod 0 "$work/none"
	run 3 $user "$report" build --data "$work/none" --out "$work/locked/site"
	grep -q "$work/none: .*Permission denied" "$work/err" ||
		fault "unreadable data are not named"
	run 3 $user "$report" verify --data "$work/none"
	run 3 $user "$report" build --data "$work/data" --out "$work/locked/site" \
		--templates "$work/none"
	there=$(ls -A "$work/locked")
	[ -z "$there" ] || fault "left in the locked folder: $there"
fi
finish
