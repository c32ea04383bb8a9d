#!/bin/sh
# SPDX-License-Identifier: MIT
# nine.sh: nine candidates that misbehave, one of each kind, among two that do not: each of
# the nine gets its outcome, the two are measured, and the dataset verifies. With an
# argument, a number of rounds, the two are also measured without the nine and the medians
# compared: by turns, on a machine that is idle. BUILD is the folder of the programs.
set -u
build=${BUILD:-build}
here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# candidate NAME SOURCE [FLAG]
candidate() {
	mkdir -p "$work/$set/$1"
	cp "$here/$2" "$work/$set/$1"
	cat >"$work/$set/$1/candidate.json" <<END
{"id": "hash-$1", "instances": [{"label": "X", "type": "hash", "digest_bits": 256,
 "variant": "reference", "sources": ["$2"], "flags": ["-w", "-DPID=1",
 "-DHOST=\\"x\\"", "-DSECRET=\\"x\\"", "-DTARGET=\\"x\\""${3:+, \"$3\"}]}]}
END
}

# run SET DATA: 0 and 1 are as they should be
run() {
	"$build/ngcc-measure" run --system here --data "$2" --candidates "$work/$1" --quick \
		--allow-unfixed-host --timeout 8 --only '__hash_(128|8192)$' >"$work/out" 2>&1
	[ $? -le 1 ] && return
	failed=1
	echo "run $1:"
	tail -n 5 "$work/out"
}

set=two
candidate good1 quick_hash.c
candidate good2 quick_hash.c -O1
set=all
candidate good1 quick_hash.c
candidate good2 quick_hash.c -O1
while read -r name source fault status; do
	candidate "$name" "$source" "-DFAULT=$fault"
	echo "$name $status" >>"$work/wanted"
done <<END
crash bad_hash.c 1 CRASH
hang bad_hash.c 2 TIMEOUT
exits bad_hash.c 3 CRASH
writes bad_hash.c 4 OVERFLOW
errs bad_hash.c 8 CRYPTOFAIL
forks hostile_hash.c 1 TIMEOUT
grows hostile_hash.c 2 CRASH
floods hostile_hash.c 3 TIMEOUT
signals hostile_hash.c 4 NOKAT
END
run all "$work/data"
while read -r name status; do
	got=$(sed -n "s/^RESULT hash-$name X \([A-Z]*\) .*/\1/p" \
		"$work/data/here/kat/hash-$name/X.log" | tail -n 1)
	[ "$got" = "$status" ] && continue
	failed=1
	echo "$name: wanted $status, got $got"
	tail -n 2 "$work/data/here/kat/hash-$name/X.log" | cut -c 1-200
done <"$work/wanted"
for name in good1 good2; do
	for key in hash_128 hash_8192; do
		grep -q '"status":	"complete"' \
			"$work/data/here/records/hash-$name/X__$key.json" && continue
		failed=1
		echo "$name $key was not measured"
	done
done
"$build/ngcc-report" verify --data "$work/data" >"$work/out" 2>&1 || {
	failed=1
	cat "$work/out"
}
[ $# = 0 ] && exit "$failed"

for round in $(seq "$1"); do
	run two "$work/without$round"
	run all "$work/with$round"
done
python3 - "$work" "$1" <<'END'
import json
import statistics
import sys

work, rounds = sys.argv[1], int(sys.argv[2])


def median(kind, name, key):
    return statistics.median(
        json.load(open(f"{work}/{kind}{i + 1}/here/records/hash-{name}/X__{key}.json"))
        ["median_trial_seconds"] for i in range(rounds))


for name in ("good1", "good2"):
    for key in ("hash_128", "hash_8192"):
        a, b = median("without", name, key), median("with", name, key)
        print(f"{name} {key}: {a * 1e9:.1f} ns without the nine, {b * 1e9:.1f} ns with them, "
              f"ratio {b / a:.3f} (wanted: at most 1.10)")
END
exit "$failed"
