#!/bin/sh
# corpus.sh SHARED: the site of the published excerpt says what it must say.
set -eu
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/ngcc-report" build --data "$1/corpus" --out "$work/site"
python3 "$1/check/pagecheck.py" "$work/site" "$1"/expected/*/*.json
