#!/bin/sh
# SPDX-License-Identifier: MIT
# exchange.sh: the site is exchanged as a whole, and nothing that is not ours is touched.
. tests/cli/prelude

has_strace "kills at chosen system calls" && strace=strace || strace=
"$dataset" plain "$work/a" || exit 3
python3 tests/cli/exchange.py "$work" $strace || fault "see above"

if has_user "a folder above the site that may not be written to"; then
	chmod 755 "$work"
	mkdir "$work/parent"
	run 0 "$report" build --data "$work/a" --out "$work/parent/site"
	rm "$work/a/demo_x86/campaign.json"
	cp -r "$work/parent/site" "$work/before"
	[ "$(id -u)" = 0 ] || chmod 555 "$work/parent"
	run 3 $user "$report" build --data "$work/a" --out "$work/parent/site"
	grep -q "site.building: .*Permission denied" "$work/err" ||
		fault "the folder that cannot be made is not named: $(cat "$work/err")"
	check "a build that may not write changes the site" \
		diff -r "$work/before" "$work/parent/site"
	run 3 $user "$report" build --data "$work/a" --out "$work/parent/other"
	[ "$(cd "$work/parent" && echo *)" = "site site.state" ] ||
		fault "left behind: $(ls "$work/parent")"
fi
finish
