#!/bin/sh
# SPDX-License-Identifier: MIT
# rebuild.sh: a second build does what is needed, no less and no more.
. tests/cli/prelude

has_strace "which files are opened" && strace=strace || strace=
"$dataset" plain "$work/data" || exit 3
"$dataset" hostile "$work/hostile" || exit 3
python3 tests/cli/rebuild.py "$work" $strace
exit
