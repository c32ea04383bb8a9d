#!/bin/sh
# SPDX-License-Identifier: MIT
# ranking.sh: page, CSV and JSON of the rankings, against a model that reads the records.
. tests/cli/prelude

"$dataset" plain "$work/plain" || exit 3
if [ -d "$shared/corpus" ]; then
	python3 tests/cli/ranking.py "$work" "$shared/corpus" || fault "see above"
else
	echo "left out: the corpus, ../shared is not there"
	python3 tests/cli/ranking.py "$work" || fault "see above"
fi
finish
