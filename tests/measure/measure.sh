#!/bin/sh
# measure.sh: from sources to a dataset: the bundled candidates built, their known-answer
# files, timings, records. BUILD is the folder of the programs, with candidates/ as
# ngcc-measure build makes it. It takes a minute: KAT_Loop is a million digests.
set -u
build=${BUILD:-build}
top=$(dirname "$0")/../..
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

# the same source gives the same library in another folder
mkdir "$work/elsewhere"
cp -R "$top/candidates/sm3" "$work/elsewhere/here"
"$build/ngcc-measure" build --out "$work/lib" "$work/elsewhere/here" >"$work/log" 2>&1
expect build 'hash-sm3/SM3-256: .*flags: guide' "$work/log"
cmp "$work/lib/hash-sm3/libSM3-256.so" "$build/candidates/hash-sm3/libSM3-256.so" ||
	fail "another folder" "$work/log"

# sources that do not compile; ones that only plain flags compile
printf '{"id": "hash-x", "instances": [{"label": "X", "type": "hash", "digest_bits": 8,
"variant": "resource", "sources": ["x.c"]}]}' >"$work/elsewhere/candidate.json"
echo 'int CryptHash(' >"$work/elsewhere/x.c"
"$build/ngcc-measure" build --out "$work/lib" "$work/elsewhere" >"$work/log" 2>/dev/null
[ $? = 1 ] || fail "exit status of no C" "$work/log"
expect "no C" 'hash-x/X: BUILDFAIL' "$work/log"
printf '#ifdef __STRICT_ANSI__\n#error not in this form\n#endif\nint x;\n' \
	>"$work/elsewhere/x.c"
"$build/ngcc-measure" build --out "$work/lib" "$work/elsewhere" >"$work/log" 2>/dev/null
expect "no C99" 'hash-x/X: .*flags: harness-default' "$work/log"

# what cannot stand in candidate.json
bad_recipe() {
	printf '{"id": "x", %s "instances": [{"label": "X", "type": "%s", "digest_bits": 8,
"variant": "v", "sources": ["x.c"]%s}]}' "$2" "$3" "$4" >"$work/elsewhere/candidate.json"
	"$build/ngcc-measure" build --out "$work/lib" "$work/elsewhere" >"$work/log" 2>&1
	[ $? = 1 ] || fail "exit status of $1" "$work/log"
	expect "$1" "candidate.json: $1" "$work/log"
}
bad_recipe 'X: whole_bytes: wanted true or false' '' kem ', "whole_bytes": true'
bad_recipe 'X: whole_bytes: wanted true or false' '' hash ', "whole_bytes": 1'
bad_recipe 'X: manifest: wanted a file below' '' hash ', "manifest": "../kat.sha256"'
bad_recipe 'X: note: wanted a text' '' hash ', "note": []'
bad_recipe 'links: wanted addresses' '"links": {"report": 1},' hash ''
bad_recipe 'algorithm: wanted a text' '"algorithm": 1,' hash ''

# known-answer files, pinned; of libcrypto the same digests but for KAT_2_12
for instance in sm3:SM3-256 sha256:SHA-256 sha512:SHA-512 sha3:SHA3-256; do
	id=${instance%:*}
	label=${instance#*:}
	bits=${label#*-}
	"$build/ngcc-measure" kat "$build/candidates/hash-$id/lib$label.so" --type hash \
		--digest-bits "$bits" --name "$label" --out "$work/kat" \
		--manifest "$top/candidates/$id/kat.sha256" >"$work/log" 2>&1
	expect "$label" "^RESULT - $label PASS $" "$work/log"
	"$build/ngcc-measure" kat "$build/candidates/hash-libcrypto/lib$label.so" \
		--type hash --digest-bits "$bits" --name "$label" \
		--manifest "$top/candidates/$id/kat.sha256" >"$work/log" 2>&1 ||
		fail "exit status of PARTIAL" "$work/log"
	expect "$label of libcrypto" "^RESULT - $label PARTIAL .*whole bytes only" "$work/log"
	expect "$label of libcrypto" "^manifest KAT_Loop_$label.txt agrees" "$work/log"
	grep -v KAT_2_12 "$top/candidates/$id/kat.sha256"
done >"$work/pins"
cmp "$work/pins" "$top/candidates/libcrypto-hash/kat.sha256" ||
	fail "libcrypto's manifest is the others' but for KAT_2_12" "$work/pins"
"$build/ngcc-measure" kat "$build/candidates/hash-sm3/libSM3-256.so" --type hash \
	--digest-bits 256 --name SM3-256 --whole-bytes \
	--manifest "$top/candidates/sm3/kat.sha256" >"$work/log" 2>&1
expect "whole bytes" '^RESULT - SM3-256 PARTIAL not every file' "$work/log"
sed -i '8s/.$/x/' "$work/kat/KAT_2_23_SM3-256.txt"
"$build/ngcc-measure" kat "$build/candidates/hash-sm3/libSM3-256.so" --type hash \
	--digest-bits 256 --name SM3-256 --reference "$work/kat" >"$work/log" 2>&1
expect "a changed line" \
	'^RESULT - SM3-256 MISMATCH KAT_2_23_SM3-256.txt: line 8 differs: "Msg_Seed =", ' \
	"$work/log"
sed -i '8s/x$//' "$work/kat/KAT_2_23_SM3-256.txt"
sed -i '$d' "$work/kat/KAT_2_12_SM3-256.txt"
sed -i '$d' "$work/kat/KAT_2_12_SM3-256.txt"
"$build/ngcc-measure" kat "$build/candidates/hash-sm3/libSM3-256.so" --type hash \
	--digest-bits 256 --name SM3-256 --reference "$work/kat" >"$work/log" 2>&1
expect "a missing line" 'MISMATCH KAT_2_12_SM3-256.txt: the reference ends behind line' \
	"$work/log"

# public key: the published first seed and message; the same text in every run
for type in kem sign kex; do
	${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -O2 -fPIC -shared -I"$top/include" \
		-o "$work/toy_$type.so" "$top/tests/measure/toy_$type.c" >"$work/log" 2>&1 ||
		fail "toy $type" "$work/log"
	for out in one two; do
		"$build/ngcc-measure" kat "$work/toy_$type.so" --type "$type" --name toy \
			--out "$work/$out" >"$work/log" 2>&1
		expect "$type" '^RESULT - toy NOKAT' "$work/log"
	done
done
for kind in KEM SIG KEX; do
	cmp "$work/one/KAT_${kind}_toy.txt" "$work/two/KAT_${kind}_toy.txt" ||
		fail "the same $kind again" "$work/log"
done
seed=927F06B594798A4DDFAA4F03F92AAAF04E1D453F6ED1DE19B86D3AADE048A654
seed=${seed}83DF4754049B5CD3F586406CF2C64875C51EDB576DF342B5A970F40EABC15D3C
expect seed "^Seed = $seed\$" "$work/one/KAT_KEM_toy.txt"
expect seed "^Seed = $seed\$" "$work/one/KAT_SIG_toy.txt"
expect seed "^Seed = $seed\$" "$work/one/KAT_KEX_toy.txt"
message=EE402D1730D0117B9F51BE0672592FCEC438A2945A81F5D894B869DC863CCBF5
expect message "^M = ${message}7E5C8E7766D74E27E965235CD91E5E30E5583167053E1014\$" \
	"$work/one/KAT_SIG_toy.txt"
expect records '^Count = 9$' "$work/one/KAT_SIG_toy.txt"
grep -q '^Count = 10$' "$work/one/KAT_SIG_toy.txt" && fail "ten records" "$work/log"

# the lines of a record of a key exchange, in their order; and others of it: the last
# pass of side a, of side b, by name
want="Count Seed_Len Seed Pass_Num PKa_Len PKa SKa_Len SKa Init_Sta_Len Init_Sta PKb_Len"
want="$want PKb SKb_Len SKb Init_Stb_Len Init_Stb Pass1_Sta_Len Pass1_Sta M1_Len M1"
want="$want Pass2_Stb_Len Pass2_Stb M2_Len M2 Pass3_Sta_Len Pass3_Sta M3_Len M3 SS_Len SS"
got=$(sed '/^$/q; s/ = .*//' "$work/one/KAT_KEX_toy.txt" | xargs)
[ "$got" = "$want" ] || { echo "$got" >"$work/log" && fail "lines of KAT_KEX" "$work/log"; }
for passes in 1 2 5; do
	${CC:-cc} -w -O1 -fPIC -shared -DPASSES=$passes -I"$top/include" \
		-o "$work/passes.so" "$top/tests/measure/toy_kex.c"
	"$build/ngcc-measure" kat "$work/passes.so" --type kex --name toy \
		--out "$work/passes" >"$work/log" 2>&1
	expect "$passes passes" '^RESULT - toy NOKAT' "$work/log"
	expect "$passes passes" "^M${passes}_Len = 17\$" "$work/passes/KAT_KEX_toy.txt"
done

# through libcrypto: what two implementations agree in is pinned, and a model in another
# language, of the random numbers too, writes the very same file
for instance in sign:SIG:Ed25519:ed25519 kex:KEX:X25519:x25519; do
	IFS=: read -r type kind label model <<-END
		$instance
	END
	"$build/ngcc-measure" kat "$build/candidates/$type-libcrypto/lib$label.so" \
		--type "$type" --name "$label" --out "$work/kat" \
		--manifest "$top/candidates/libcrypto-$type/kat.sha256" >"$work/log" 2>&1
	expect "$label" "^RESULT - $label PASS $" "$work/log"
	python3 "$top/tests/measure/model.py" "$model" "$work/model" >"$work/log" 2>&1 &&
		cmp "$work/model" "$work/kat/KAT_${kind}_$label.txt" ||
		fail "the model's KAT_$kind" "$work/log"
done
# of the others the note says why nothing is pinned; the same seed gives the same text
for instance in sign:SIG:ECDSA-P256 kem:KEM:RSASVE-2048; do
	IFS=: read -r type kind label <<-END
		$instance
	END
	for out in one two; do
		"$build/ngcc-measure" kat "$build/candidates/$type-libcrypto/lib$label.so" \
			--type "$type" --name "$label" --out "$work/$out" >"$work/log" 2>&1
		expect "$label" "^RESULT - $label NOKAT .*depends on its version" "$work/log"
	done
	cmp "$work/one/KAT_${kind}_$label.txt" "$work/two/KAT_${kind}_$label.txt" ||
		fail "the same $label again" "$work/log"
done

# records: of every category, right for the report, in one dataset
"$build/ngcc-measure" time "$build/candidates/hash-sm3/libSM3-256.so" --type hash \
	--digest-bits 256 --trial-time 0.02 --data "$work/data" --system here_1 \
	--candidate hash-sm3 --label SM3-256 >"$work/log" 2>&1 ||
	fail "time, hash" "$work/log"
expect table '^hash_65536 .*MB/s\|^hash_65536  *[0-9]' "$work/log"
for type in kem sign kex; do
	"$build/ngcc-measure" time "$work/toy_$type.so" --type "$type" --trial-time 0.02 \
		--data "$work/data" --system here_1 --candidate "$type-toy" \
		--label toy >"$work/log" 2>&1 || fail "time, $type" "$work/log"
done
expect "no further library" '"further_libraries":	\[\]' "$work/data/here_1/build.json"
"$build/ngcc-measure" time "$build/candidates/kex-libcrypto/libX25519.so" --type kex \
	--operation init_a --trial-time 0.02 --data "$work/further" --system here_1 \
	--candidate kex-libcrypto --label X25519 >"$work/log" 2>&1
expect "a further library" '"name":	"libcrypto.so' "$work/further/here_1/build.json"
expect "its size" '"elf_load_bytes":	[0-9]\{7\}' "$work/further/here_1/build.json"
for file in "$work"/data/here_1/records/*/*.json "$work"/data/here_1/*.json; do
	"$build/ngcc-report" verify "$file" >"$work/log" 2>&1
	expect "$file" ' 0 findings' "$work/log"
done
"$build/ngcc-report" verify --data "$work/data" >"$work/log" 2>&1
expect dataset '^26 files checked, 0 findings' "$work/log"
expect catalog '"algorithm":	"SM3"' "$work/data/catalog.json"
expect compile '"command":	"cc .*candidates/sm3/sm3.c"' \
	"$work/data/here_1/records/hash-sm3/SM3-256__hash_32.json"
exchange=$work/data/here_1/records/kex-toy/toy__exchange.json
expect messages '"total_msg_bytes":	51' "$exchange"
expect passes '"kex_passes_run":	3' "$exchange"
"$build/ngcc-report" build --data "$work/data" --out "$work/site" >"$work/log" 2>&1 ||
	fail site "$work/log"

# a precision that any machine reaches, and one that takes more trials
"$build/ngcc-measure" time "$build/candidates/hash-sm3/libSM3-256.so" --type hash \
	--digest-bits 256 --trial-time 0.02 --operation hash_32 --precision 900% --json \
	>"$work/log" 2>/dev/null
expect precision '"limit":"precision"' "$work/log"
exit "$failed"
