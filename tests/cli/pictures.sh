#!/bin/sh
# SPDX-License-Identifier: MIT
# pictures.sh: the pictures of a site: their form, their size, and that what they show
# stands where the data say.
. tests/cli/prelude

"$dataset" plain "$work/plain" || exit 3
"$dataset" hostile "$work/hostile" || exit 3
python3 tests/cli/pictures.py "$work" || fault "see above"
finish
