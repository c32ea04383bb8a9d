#!/bin/sh
# SPDX-License-Identifier: MIT
# shards.sh: a campaign in two parts, on one machine at once and on two machines, is of the
# same records as one in one part. BUILD is the folder of the programs.
set -u
build=${BUILD:-build}
here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# expect WHAT COMMAND...
expect() {
	what=$1
	shift
	"$@" >"$work/log" 2>&1 && return
	failed=1
	echo "$what: failed"
	tail -n 5 "$work/log" | cut -c 1-300
}

for name in one two three; do
	mkdir -p "$work/mine/$name"
	cp "$here/quick_hash.c" "$work/mine/$name"
	cat >"$work/mine/$name/candidate.json" <<END
{"id": "hash-$name", "instances": [{"label": "Q-$name", "type": "hash", "digest_bits": 256,
 "variant": "reference", "sources": ["quick_hash.c"]}]}
END
done

# measure DATA OPTION...: what is unstable on a busy machine is no fault here
measure() {
	data=$1
	shift
	"$build/ngcc-measure" run --system here --data "$data" --candidates "$work/mine" \
		--quick --allow-unfixed-host --only '__hash_(32|128)$' "$@" >"$work/out" 2>&1
	[ $? -le 1 ] && return
	failed=1
	echo "run $*:"
	tail -n 5 "$work/out"
}

# The names of all files of a dataset.
files() {
	(cd "$1/here" && find . -type f | sort)
}

measure "$work/whole"
files "$work/whole" >"$work/wanted"
[ "$(grep -c '^./records/' "$work/wanted")" = 6 ] || {
	failed=1
	echo "one run: wanted 6 records, got:"
	cat "$work/wanted"
}

# at once: they wait for each other where there is one processor for both
measure "$work/halves" --shard 1/2 &
measure "$work/halves" --shard 2/2 --cpu 0
wait
files "$work/halves" >"$work/got"
expect "two shards at once" diff "$work/wanted" "$work/got"
expect "two shards verify" "$build/ngcc-report" verify --data "$work/halves"
expect "what shards say" grep -q '"shards":	2' "$work/halves/here/campaign.json"

# on two machines: the second one's folder is copied and merged
measure "$work/first" --shard 1/2
measure "$work/second" --shard 2/2
[ ! -d "$work/first/here" ] || {
	failed=1
	echo "one shard of two was published"
}
cp -r "$work/second/.here.run" "$work/copy"
expect merge "$build/ngcc-measure" merge --system here --data "$work/first" "$work/copy"
files "$work/first" >"$work/got"
expect "merged" diff "$work/wanted" "$work/got"
expect "merged, verify" "$build/ngcc-report" verify --data "$work/first"

# what is not of this campaign is refused, and nothing changes
measure "$work/third" --shard 1/3
find "$work/third" -type f -exec sha256sum {} + | sort >"$work/before"
mkdir "$work/empty"
"$build/ngcc-measure" merge --system here --data "$work/empty" "$work/copy" \
	>"$work/out" 2>&1
[ $? = 2 ] && grep -q 'has no campaign of here' "$work/out" &&
	[ -z "$(ls -A "$work/empty")" ] || {
	failed=1
	echo "merged into nothing:"
	cat "$work/out"
}
if "$build/ngcc-measure" merge --system here --data "$work/third" "$work/copy" \
	>"$work/out" 2>&1; then
	failed=1
	echo "a folder of another campaign was merged"
fi
expect "why it was not" grep -q 'of another campaign' "$work/out"
find "$work/third" -type f -exec sha256sum {} + | sort >"$work/after"
expect "nothing changed" diff "$work/before" "$work/after"
exit "$failed"
