#!/bin/sh
# outcomes.sh: candidates that misbehave, each with the outcome that it must have, in a
# known-answer run and in a timing. BUILD is the folder of the programs.
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

compile() {
	${CC:-cc} -w -O1 -fPIC -shared -D_GNU_SOURCE -DFAULT="$1" -I"$here/../../include" \
		-o "$work/bad.so" "$here/bad_hash.c" || exit 1
}

# A candidate that hangs is stopped after --timeout seconds.
kat() {
	"$build/ngcc-measure" kat "$work/bad.so" --type hash --digest-bits 256 --name X \
		--timeout "${1:-2}" >"$work/kat" 2>&1
}

timing() {
	"$build/ngcc-measure" time "$work/bad.so" --type hash --digest-bits 256 \
		--operation hash_32 --trial-time 0.02 --timeout 2 "$@" >"$work/time" 2>&1
}

# a sanitizer in the driver takes the signal and exits
segv='signal 11'
grep -q __asan_init "$build/ngcc-trial" && segv='exit(1) was called'

while read -r fault status detail; do
	compile "$fault"
	kat
	expect "fault $fault, kat" "^RESULT - X $status .*$detail" "$work/kat"
	timing
	expect "fault $fault, time" "hash_32 *$status .*$detail" "$work/time"
done <<END
1 CRASH $segv
2 TIMEOUT after 2 s
3 CRASH exit(0) was called
4 OVERFLOW the bytes behind the digest
5 OVERFLOW the bytes before the message
8 CRYPTOFAIL CryptHash gave 7
10 CRASH $segv
11 CRASH exit(0) was called
12 CRASH signal 6
END

# a message of no bytes has nothing that could be changed
compile 6
kat
expect "changed input, kat" "^RESULT - X OVERFLOW the message .*was changed" "$work/kat"
timing
expect "changed input, time" "hash_32 *OVERFLOW the message .*was changed" "$work/time"

# one message, two digests: a timing sees it
compile 9
timing
expect "two digests" "hash_32 *CRYPTOFAIL the same message gave two digests" "$work/time"

# what is printed is no failure, is kept, and cannot be mistaken for a report
compile 7
timing --json
expect "prints" '"status":"complete"' "$work/time"
expect "prints" 'call [0-9]*.*u{001B}' "$work/time"
kat 120
expect "prints, kat" '^call 1' "$work/kat"
expect "prints, kat" '^RESULT - X NOKAT' "$work/kat"

# a failed record is one that the report takes
compile 1
timing --data "$work/data" --system s --candidate hash-bad --label X
"$build/ngcc-report" verify --data "$work/data" >"$work/verify" 2>&1
expect "the record of a failure" ' 0 findings' "$work/verify"
expect "its outcome" '"status":	"CRASH"' "$work/data/s/records/hash-bad/X__hash_32.json"

# public key: what is wrong, in which operation it shows, what is said
public() {
	${CC:-cc} -w -O1 -fPIC -shared -DFAULT="$2" -I"$here/../../include" \
		-o "$work/bad.so" "$here/toy_$1.c" || exit 1
	"$build/ngcc-measure" kat "$work/bad.so" --type "$1" --name X >"$work/kat" 2>&1
	"$build/ngcc-measure" time "$work/bad.so" --type "$1" --operation "$3" \
		--trial-time 0.02 >"$work/time" 2>&1
}

while read -r type fault operation status detail; do
	public "$type" "$fault" "$operation"
	expect "$type, fault $fault, kat" "^RESULT - X $status .*$detail" "$work/kat"
	expect "$type, fault $fault, time" "$operation *$status .*$detail" "$work/time"
done <<'END'
kem 1 keygen CRYPTOFAIL the public key is said to have 1099511627776 bytes
kem 2 keygen CRYPTOFAIL the public key has 41 bytes, it is said to have 40
kem 3 keygen OVERFLOW the bytes behind the secret key
kem 4 keygen CRYPTOFAIL kem_keygen gave 4
kem 5 enc OVERFLOW the public key .*was changed
kem 6 enc CRYPTOFAIL kem_enc gave 6
kem 7 dec CRYPTOFAIL different secrets
kem 8 dec CRYPTOFAIL different secrets
kem 9 dec OVERFLOW the ciphertext .*was changed
sign 1 sign CRYPTOFAIL the signature has 53 bytes, it is said to have 48
sign 2 sign OVERFLOW the bytes behind the signature
sign 3 sign OVERFLOW the message .*was changed
sign 4 sign CRYPTOFAIL sig_sign gave -9
sign 5 sign CRYPTOFAIL takes the signature for a changed message
sign 6 verify CRYPTOFAIL sig_verify gave -1
kex 1 exchange CRYPTOFAIL the messages have 51 bytes, they are said to have 50
kex 2 pass2 OVERFLOW the bytes behind a message
kex 3 derive_a OVERFLOW the state of a .*was changed
kex 4 derive_b CRYPTOFAIL different secrets
kex 5 pass1 CRYPTOFAIL kex_generate_pass1_msg_a gave -3
kex 6 exchange LOADFAIL pass 5 is not the last, .* no function kex_generate_pass6_msg_b
kex 7 init_b CRYPTOFAIL the state of b has 21 bytes, it is said to have 20
kex 8 exchange OVERFLOW a message .*was changed
END

# no library, and one without the function
echo 'int x;' | ${CC:-cc} -shared -fPIC -x c -o "$work/bad.so" -
kat
expect "no function" '^RESULT - X LOADFAIL the library has no function CryptHash' \
	"$work/kat"
echo text >"$work/bad.so"
timing
expect "no library" 'hash_32 *LOADFAIL' "$work/time"

# a full disk under the compiler is no fault of the sources; whoever speaks of one is
# not believed. The disk is another /tmp, which must not hide the programs.
mkdir "$work/x"
echo '{"id": "hash-x", "instances": [{"label": "X", "type": "hash", "digest_bits": 8,
"variant": "reference", "sources": ["x.c"]}]}' >"$work/x/candidate.json"
echo '#error No space left on device' >"$work/x/x.c"
chmod -R go+rX "$work"
"$build/ngcc-measure" build --out "$work/lib" "$work/x" >"$work/build" 2>&1
expect "a word of a full disk" '^hash-x/X: BUILDFAIL' "$work/build"
small='mount -t tmpfs -o size=8k t /tmp && test -x "$1" && exec "$@"'
if unshare -m sh -c "$small" sh "$build/ngcc-measure" --version >/dev/null 2>&1; then
	unshare -m sh -c "$small" sh "$build/ngcc-measure" build --out /tmp/lib \
		"$here/../../candidates/sha3" >"$work/build" 2>&1
	[ $? = 3 ] || failed=1
	expect "a full disk" 'no space left in /tmp, .*: make room' "$work/build"
else
	echo "left out: a full disk; a small /tmp cannot be mounted here"
fi
exit "$failed"
