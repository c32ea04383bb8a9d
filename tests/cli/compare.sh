#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh: the site's comparisons: which there are, and that they say what diff says.
. tests/cli/prelude

"$dataset" plain "$work/plain" || exit 3
if [ -d "$shared/corpus" ]; then
	python3 tests/cli/compare.py "$work" "$shared/corpus" || fault "see above"
else
	echo "left out: the corpus, ../shared is not there"
	python3 tests/cli/compare.py "$work" || fault "see above"
fi
finish
