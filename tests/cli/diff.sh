#!/bin/sh
# SPDX-License-Identifier: MIT
# diff.sh: two datasets compared: verdicts, figures, exit status.
. tests/cli/prelude

"$dataset" plain "$work/plain" || exit 3
"$dataset" hostile "$work/hostile" || exit 3
a=$work/plain/demo_x86@20260801
b=$work/plain/demo_x86

# wrong STATUS TEXT ARGUMENT...: nothing but a message.
wrong() {
	status=$1
	text=$2
	shift 2
	run "$status" "$report" diff "$@"
	[ -s "$work/out" ] && fault "prints on the standard output: diff $*"
	grep -qF -- "$text" "$work/err" || fault "does not say \"$text\": diff $*"
}

wrong 2 "two dataset folders"
wrong 2 "two dataset folders" "$a"
wrong 2 "two dataset folders" "$a" "$b" "$b"
wrong 2 "unrecognized option" "$a" "$b" --quiet
wrong 2 "requires an argument" "$a" "$b" --only
for format in "" xml JSON text,json; do
	wrong 2 "--format takes" "$a" "$b" --format "$format"
done
for effect in "" x -1 101 1% nan inf; do
	wrong 2 "--min-effect takes" "$a" "$b" --min-effect="$effect"
done
wrong 2 "--fail-on takes" "$a" "$b" --fail-on faster
wrong 2 "--only: \"(\"" "$a" "$b" --only "("
wrong 2 "campaigns of one system" "$b" "$work/plain/demo_arm" --fail-on slower
wrong 3 "$work/none: cannot be opened" "$a" "$work/none"
wrong 3 "$work/none: cannot be opened" "$work/none" "$b"
wrong 3 "Not a directory" "$a" "$b/campaign.json"
wrong 3 "in common that --only takes" "$a" "$b" --only nothing
mkdir "$work/empty"
run 3 "$report" diff "$a" "$work/empty"
grep -q "no row with figures in common" "$work/err" || fault "nothing in common is not said"

# of text and JSON, the same words for the same rows
run 0 "$report" diff "$a" "$b"
[ -s "$work/err" ] && fault "good data have findings: $(head -n 1 "$work/err")"
grep -q '^24 rows: 0 slower, 24 faster, ' "$work/out" || fault "no summary"
grep -nE '^(faster|slower) ' "$work/out" | head -n 1 | grep -q . || fault "no row"
cp "$work/out" "$work/text"
run 0 "$report" diff --format text "$a" "$b"
cmp -s "$work/out" "$work/text" || fault "text is not the default"
# however a folder is named
here=$PWD
cd "$b" || exit 3
run 0 "$report" diff "../demo_x86@20260801/" .
cd "$here" || exit 3
cmp -s "$work/out" "$work/text" || fault "another way to the folder gives another text"

if [ -c /dev/full ]; then
	cases=$((cases + 1))
	"$report" diff "$a" "$b" >/dev/full 2>"$work/err"
	got=$?
	[ "$got" = 3 ] || fault "exit status $got instead of 3, output full"
fi

if has_user "a folder that may not be read"; then
	chmod 755 "$work"
	cp -r "$a" "$work/locked"
	chmod 0 "$work/locked"
	run 3 $user "$report" diff "$work/locked" "$b"
	grep -q "$work/locked: .*Permission denied" "$work/err" || fault "no reason is given"
fi

# hostile texts reach neither terminal nor JSON as they are
for one in "$work"/hostile/*/; do
	timeout 60 "$report" diff "$one" "$one" >"$work/out" 2>"$work/err"
	got=$?
	[ "$got" = 0 ] || [ "$got" = 3 ] || fault "exit status $got for $one"
	LC_ALL=C tr -d '\n' <"$work/out" | LC_ALL=C grep -q '[[:cntrl:]]' &&
		fault "control characters of $one are printed"
	timeout 60 "$report" diff "$one" "$one" --format html >"$work/out" 2>"$work/err"
	[ $? = "$got" ] || fault "another exit status for the page of $one"
	grep -qi '<script\|<img\|onerror=["'"'"']' "$work/out" && fault "$one becomes markup"
done

if [ -d "$shared/corpus" ]; then
	python3 tests/cli/diff.py "$work" "$shared/corpus" || fault "see above"
else
	echo "left out: the corpus, ../shared is not there"
	python3 tests/cli/diff.py "$work" || fault "see above"
fi
finish
