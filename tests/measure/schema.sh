#!/bin/sh
# SPDX-License-Identifier: MIT
# schema.sh: docs/record.schema.json and docs/ngcc-record.5 against records of our own, of
# every kind, and against those of ../shared/corpus where they are there. BUILD is the
# folder of the programs.
set -u
build=${BUILD:-build}
here=$(dirname "$0")
top=$here/../..
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
export PYTHONDONTWRITEBYTECODE=1
# Debian's package is for Debian's Python, which another may stand before
python=python3
$python -c 'import jsonschema' 2>/dev/null || python=/usr/bin/python3

# check COMMAND...: what it says is shown where it fails.
check() {
	"$@" >"$work/log" 2>&1 && return
	failed=1
	echo "failed: $*"
	tail -n 20 "$work/log" | cut -c 1-300
}

compile() {
	${CC:-cc} -w -O2 -fPIC -shared -D_GNU_SOURCE -I"$top/include" "$@" || exit 1
}

# timed STATUS NAME LIBRARY OPTION...: one operation of it, filed.
timed() {
	want=$1
	name=$2
	shift 2
	"$build/ngcc-measure" time "$@" --trial-time 0.02 --timeout 20 --data "$work/data" \
		--system here_1 --candidate "$name" --label L >"$work/log" 2>&1
	got=$?
	[ "$got" = "$want" ] && return
	failed=1
	echo "time $name: exit status $got"
	tail -n 4 "$work/log" | cut -c 1-300
}

timed 0 hash-sm3 "$build/candidates/hash-sm3/libSM3-256.so" --type hash \
	--digest-bits 256 --operation hash_32
for type in kem sign kex; do
	compile -o "$work/$type.so" "$here/toy_$type.c"
	timed 0 "$type-toy" "$work/$type.so" --type "$type"
done
"$build/ngcc-measure" profile "$work/kem.so" --type kem --data "$work/data" \
	--system here_1 --candidate kem-toy --label L >"$work/log" 2>&1 || {
	failed=1
	cat "$work/log"
}
# one that crashes gives a record that is not complete
compile -DFAULT=12 -o "$work/bad.so" "$here/bad_hash.c"
timed 1 hash-bad "$work/bad.so" --type hash --digest-bits 256 --operation hash_32

own=$work/data/here_1/records/hash-sm3/L__hash_32.json
check "$python" "$here/schema.py" --own "$work/data" --refusals "$own" \
	--page "$top/docs/ngcc-record.5"
if [ -d "$top/../shared/corpus" ]; then
	check "$python" "$here/schema.py" --others "$top/../shared/corpus"
else
	echo "left out: the corpus, $top/../shared is not there"
fi

# the manual's own way to check a record by hand: right for ours, wrong for a changed one
sed -n '/^\.\\" check.py/,/^\.Ed/p' "$top/docs/ngcc-record.5" | grep -v '^\.' |
	sed 's/\\e/\\/g' >"$work/check.py"
check "$python" "$work/check.py" "$own"
sed 's/"calls_per_batch":	/&1/' "$own" >"$work/changed.json"
"$python" "$work/check.py" "$work/changed.json" >"$work/log" 2>&1 && {
	failed=1
	echo "the manual's check takes a changed record for right"
}
exit "$failed"
