#!/bin/sh
# check.sh: all tests; BUILD is the folder of the programs, UNIT the names of the unit
# tests. A line for each step; the last line counts them.
set -u
build=${BUILD:-build}
shared=../shared
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# step NAME COMMAND...: the output is shown where the command fails.
step() {
	name=$1
	shift
	if "$@" >"$work/log" 2>&1; then
		passed=$((passed + 1))
		echo "ok      $name"
	else
		failed=$((failed + 1))
		echo "FAILED  $name"
		tail -n 60 "$work/log" | sed 's/^/        /'
	fi
}

for unit in $UNIT; do
	step "unit $unit" "$build/tests/unit/$unit"
done
step lint sh tests/lint.sh
step golden sh tests/golden.sh
for test in tests/cli/*.sh; do
	step "$(basename "$test" .sh)" sh "$test"
done
for test in tests/measure/*.sh; do
	step "$(basename "$test" .sh)" sh "$test"
done
if [ -d "$shared/corpus" ]; then
	step "pages of the corpus" sh tests/corpus.sh "$shared"
else
	echo "left out: the corpus, $shared is not there"
fi
# the fuzzer has sanitizers of its own, and a browser shows none anything
if [ "$build" = build ]; then
	step "fuzz, 10 s" make -s fuzz FUZZ_SECONDS=10
	for kind in plain hostile; do
		"$build/dataset" "$kind" "$work/$kind"
		"$build/ngcc-report" build --data "$work/$kind" --out "$work/site-$kind" \
			>/dev/null 2>&1
	done
	step "browser, plain data" node tests/browser/check.mjs "$work/site-plain"
	# the page kinds are the same: what hostile texts could break is enough
	step "browser, hostile data" node tests/browser/check.mjs "$work/site-hostile" \
		structure links validator open
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
