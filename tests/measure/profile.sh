#!/bin/sh
# profile.sh: the calls of named functions, counted and timed: of a toy that makes a known
# number of them, and of a bundled candidate. BUILD is the folder of the programs, with
# candidates/ as ngcc-measure build makes it.
set -u
build=${BUILD:-build}
here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# expect NAME WANTED FILE: WANTED, a basic regular expression, is in FILE.
expect() {
	grep -q "$2" "$3" && return
	failed=1
	echo "$1: wanted \"$2\", got:"
	tail -n 4 "$3" | cut -c 1-300
}

# fail NAME FILE: what was said.
fail() {
	failed=1
	echo "$1 failed:"
	tail -n 4 "$2" | cut -c 1-300
}

# profile ARGUMENT...: into the dataset.
profile() {
	"$build/ngcc-measure" profile "$@" --data "$work/data" --system here_1 \
		>"$work/log" 2>&1
}

# A profile belongs to records. Loops that gcc has bound within the library would not be
# seen; -z now makes the addresses read-only before they are replaced.
${CC:-cc} -std=c99 -Wall -Wextra -O2 -fPIC -shared -Wl,-z,now,-z,relro \
	-I"$here/../../include" -o "$work/toy.so" "$here/toy_calls.c" >"$work/log" 2>&1 ||
	fail toy "$work/log"
toy="$work/toy.so --type kem --candidate kem-toy --label toy"
# shellcheck disable=SC2086
profile $toy && fail "a profile without records" "$work/log"
expect "without records" 'time the library first' "$work/log"
# shellcheck disable=SC2086
"$build/ngcc-measure" time $toy --trial-time 0.02 --data "$work/data" --system here_1 \
	>"$work/log" 2>&1 || fail time "$work/log"

# inside outer there is inner, whose time is its own
# shellcheck disable=SC2086
profile $toy --function inner --function outer --function nobody ||
	fail profile "$work/log"
expect "a name of nobody" '^nobody: no library finds it' "$work/log"
files=$work/data/here_1/profile/kem-toy/toy__
python3 "$here/profile.py" "${files}keygen.json" inner:4:0.8:1 outer:1:0:0.1 drng:1:0:0.2 \
	>"$work/log" || fail keygen "$work/log"
python3 "$here/profile.py" "${files}enc.json" >"$work/log" || fail enc "$work/log"
python3 "$here/profile.py" "${files}dec.json" inner:1:0.9:1 >"$work/log" ||
	fail dec "$work/log"

# an adapter's digests; what libcrypto does within itself shows where it finds it by name
key="$build/candidates/sign-libcrypto/libECDSA-P256.so --type sign"
key="$key --candidate sign-libcrypto --label ECDSA-P256"
# shellcheck disable=SC2086
"$build/ngcc-measure" time $key --trial-time 0.02 --data "$work/data" --system here_1 \
	>"$work/log" 2>&1 || fail "time, ECDSA" "$work/log"
# shellcheck disable=SC2086
profile $key --function EVP_Digest || fail "profile, ECDSA" "$work/log"
expect "a message's digest" ' EVP_Digest  *1.00 calls  *512 bits in ' "$work/log"
expect "random numbers" ' drng  *[0-9.]* calls  *0 bits in  *[0-9]* bits out ' "$work/log"

# what the report makes of it
"$build/ngcc-report" verify --data "$work/data" >"$work/log" 2>&1
expect dataset ' files checked, 0 findings' "$work/log"
"$build/ngcc-report" build --data "$work/data" --out "$work/site" >"$work/log" 2>&1 ||
	fail site "$work/log"

# a candidate that fails
${CC:-cc} -w -O1 -fPIC -shared -DFAULT=4 -I"$here/../../include" -o "$work/bad.so" \
	"$here/toy_kem.c"
"$build/ngcc-measure" profile "$work/bad.so" --type kem --operation keygen \
	>"$work/log" 2>&1
[ $? = 1 ] || fail "exit status of a failure" "$work/log"
expect "a failure" '^keygen CRYPTOFAIL kem_keygen gave 4' "$work/log"
"$build/ngcc-measure" profile "$work/toy.so" --type hash >"$work/log" 2>&1
[ $? = 2 ] || fail "a hash function" "$work/log"
exit "$failed"
