#!/bin/sh
# SPDX-License-Identifier: MIT
# aarch64.sh: the measuring core as an aarch64 program under qemu-user: its unit tests, a
# time run of each category, and that such a run is labelled wherever it shows. BUILD is the
# folder of this machine's programs, ARM that of the aarch64 ones, MEASURE_UNIT the names
# of the unit tests. Nothing here says how fast anything is.
set -u
build=${BUILD:-build}
arm=${ARM:-build/aarch64}
cc=${ARM_CC:-aarch64-linux-gnu-gcc}
case $(realpath "$arm") in
/tmp/*)
	echo "left out: aarch64: a trial has a /tmp of its own and does not see this one"
	exit 0
	;;
esac
emulator=$(command -v "${EMULATOR:-qemu-aarch64}") || {
	echo "left out: aarch64, there is no ${EMULATOR:-qemu-aarch64} (make deps-aarch64)"
	exit 0
}
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
		echo "ok      aarch64: $name"
	else
		failed=$((failed + 1))
		echo "FAILED  aarch64: $name"
		tail -n 20 "$work/log" | sed 's/^/        /'
	fi
}

# holds FILE TEXT...: every TEXT, as it is, is in FILE.
holds() {
	file=$1
	shift
	for text; do
		grep -qF -- "$text" "$file" && continue
		echo "$file lacks: $text"
		head -c 2000 "$file"
		return 1
	done
}

is_aarch64() {
	for program; do
		# e_machine of the ELF head: EM_AARCH64 is 183
		[ "$(od -An -tu2 -j18 -N2 "$program" | tr -d ' ')" = 183 ] || return 1
	done
}
step "the programs are aarch64 programs" is_aarch64 "$arm/ngcc-measure" "$arm/ngcc-trial"

# Candidates by the cross compiler. The kernel cannot start an aarch64 driver, so that a
# script stands where ngcc-measure looks for it; the emulator gets a whole path, since the
# driver has no PATH.
step "candidates" "$build/ngcc-measure" build --cc "$cc" --out "$arm/candidates" \
	candidates/libcrypto-hash candidates/libcrypto-kem candidates/libcrypto-kex \
	candidates/libcrypto-sign candidates/sha256 candidates/sha3 candidates/sha512 \
	candidates/sm3
step "toy calls" "$cc" -std=c99 -O2 -fPIC -shared -Iinclude -o "$work/calls.so" \
	tests/measure/toy_calls.c
for type in kem sign kex; do
	step "toy $type" "$cc" -std=c99 -O2 -fPIC -shared -Iinclude \
		-o "$work/toy_$type.so" "tests/measure/toy_$type.c"
done
mkdir "$work/bin"
cp "$arm/ngcc-measure" "$work/bin"
printf '#!/bin/sh\nexec %s %s/ngcc-trial "$@"\n' "$emulator" "$(realpath "$arm")" \
	>"$work/bin/ngcc-trial"
chmod +x "$work/bin/ngcc-trial"
measure="$emulator $work/bin/ngcc-measure"

for unit in $MEASURE_UNIT; do
	step "unit $unit" env BUILD="$arm" "$emulator" "$arm/tests/unit/$unit"
done

labelled_time() {
	$measure time "$@" >"$work/time" 2>&1 || {
		cat "$work/time"
		return 1
	}
	holds "$work/time" 'the processor is emulated'
}

# timed NAME OPTION...: a run that files its records, and says what it is.
timed() {
	name=$1
	shift
	step "time, $name" labelled_time "$@" --trial-time 0.02 --data "$work/data" \
		--system emulated_1 --candidate "$name"
}
timed hash-sm3 "$arm/candidates/hash-sm3/libSM3-256.so" --type hash --digest-bits 256 \
	--operation hash_1024 --label SM3-256
timed kem-toy "$work/toy_kem.so" --type kem --operation enc --label toy
timed sign-toy "$work/toy_sign.so" --type sign --operation sign --label toy
timed kex-toy "$work/toy_kex.so" --type kex --operation pass2 --label toy
profiled() {
	$measure profile "$work/calls.so" --type kem --operation keygen --function inner \
		>"$work/profile" && grep -q '^  inner  *4.00 calls' "$work/profile"
}
step "the calls of a named function" profiled
records=$work/data/emulated_1/records
step "records verify" "$build/ngcc-report" verify --data "$work/data"
python=python3
$python -c 'import jsonschema' 2>/dev/null || python=/usr/bin/python3
if $python -c 'import jsonschema' 2>/dev/null; then
	step "records fit the schema" "$python" tests/measure/schema.py --own "$work/data"
else
	echo "left out: aarch64: records fit the schema, there is no python3-jsonschema"
fi

# what nobody may overlook
for record in "$records"/*/*.json; do
	name=$(basename "$record" .json)
	step "$name is labelled" holds "$record" '"emulated":	true' \
		'"architecture":	"aarch64"' '"cpu_model":	"emulated aarch64 ' \
		'"cycle_source":	"none"' '"core_clock_hz":	null' \
		'"source":	"cntvct"' 'the processor is emulated'
done
check_fails() {
	$measure check >"$work/check"
	[ $? = 1 ] && holds "$work/check" 'the processor is emulated' 'mend: '
}
step "check says so" check_fails
step "a site" "$build/ngcc-report" build --data "$work/data" --out "$work/site"
step "its pages say so" holds "$work/site/emulated_1/hash-sm3.html" \
	'emulated aarch64 (cpuinfo: ' 'emulated processor: times and cycles mean nothing'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
