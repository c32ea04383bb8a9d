#!/bin/sh
# SPDX-License-Identifier: MIT
# seeds.sh DATASET DIR: fills DIR with one file of each kind and each fault of the test data.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" plain "$work/plain"
"$1" hostile "$work/hostile"
rm -rf "$2"
mkdir -p "$2"
n=0
for file in "$work"/plain/catalog.json "$work"/plain/demo_arm/*.json \
	"$work"/plain/demo_x86/kat/kem-01/*.log "$work"/plain/demo_x86/profile/kem-01/*.json \
	"$work"/plain/demo_x86/records/*/*__keygen.json \
	"$work"/plain/demo_x86/records/*/*__exchange.json \
	"$work"/plain/demo_x86/records/hash-01/*_32.json \
	"$work"/plain/demo_arm/records/hash-01/*_32.json \
	"$work"/hostile/hostile/records/hash-02/*_1024.json; do
	# neither the pipe nor what is larger than the fuzzer's inputs
	[ -f "$file" ] && [ "$(wc -c <"$file")" -lt 20000 ] || continue
	n=$((n + 1))
	cp "$file" "$2/$n"
done
echo "$n seeds"
