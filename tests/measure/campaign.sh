#!/bin/sh
# SPDX-License-Identifier: MIT
# campaign.sh: ngcc-measure run: campaigns that are stopped, killed, resumed, published,
# and that measure on a disk that fails. BUILD is the folder of the programs. With the
# word soak, the disk fails at every place, else at some.
. tests/cli/prelude

compile() {
	${CC:-cc} -std=c17 -D_GNU_SOURCE -Wall -Wextra -O2 -fPIC -shared "$@" || exit 3
}

compile -o "$work/disk_fault.so" tests/measure/disk_fault.c -ldl
chmod 755 "$work"
if [ "${1:-}" != soak ]; then
	python3 tests/measure/campaign.py "$work" || fault "see above"
	python3 tests/measure/campaign_again.py "$work" || fault "see above"
fi
python3 tests/measure/campaign_cut.py "$work" "$@" || fault "see above"
finish
