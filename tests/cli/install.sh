#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh: what "make install" puts into a folder works without the source tree.
. tests/cli/prelude

"$dataset" plain "$work/data" || exit 3
run 0 "$report" build --data "$work/data" --out "$work/right"

# -o all: what is tested is there already; nothing is built beside another make.
installed() {
	check "make $*" make -s -o all BUILD="$build" "$@"
}

installed install DESTDIR="$work/tmp" prefix=/usr
(cd "$work/tmp" && find . ! -type d | sort) >"$work/files"
cat >"$work/wanted" <<-END
	./usr/bin/ngcc-report
	./usr/share/man/man1/ngcc-report.1
	./usr/share/man/man5/ngcc-record.5
	./usr/share/ngcc/docs/record.schema.json
	./usr/share/ngcc/docs/method.md
END
for file in templates/*; do
	echo "./usr/share/ngcc/$file" >>"$work/wanted"
done
sort -o "$work/wanted" "$work/wanted"
grep -vxFf "$work/files" "$work/wanted" >"$work/missing" &&
	fault "not installed: $(cat "$work/missing")"
[ -z "$(find "$work/tmp" -type f -perm /022)" ] || fault "others may write to an installed file"
[ -z "$(find "$work/tmp/usr/share" -type f -perm /111)" ] || fault "data are executable"
[ -x "$work/tmp/usr/bin/ngcc-report" ] || fault "the program is not executable"

# Only what was installed, somewhere else, called from a third place by a relative path.
mkdir -p "$work/moved" "$work/third/place"
cp -r "$work/tmp/usr" "$work/moved"
cd "$work/third/place" || exit 3
moved=../../moved/usr/bin/ngcc-report
run 0 "$moved" --version
run 0 "$moved" build --data "$work/data" --out site
check "the installed program makes another site" diff -r "$work/right" site
run 0 "$moved" verify --data "$work/data" --site site
run 0 "$moved" verify --data site/evidence --site site
PATH=$work/moved/usr/bin:$PATH
run 0 ngcc-report verify --data "$work/data" --site site
ln -s ../../moved/usr/bin/ngcc-report linked
run 0 ./linked verify --data "$work/data" --site site
if has_strace "what the installed program opens"; then
	ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 strace -f -qq -o "$work/trace" \
		-e trace=open,openat,openat2 "$moved" build --data "$work/data" --out traced \
		>/dev/null 2>&1
	grep -qF "share/ngcc/templates/page.html" "$work/trace" || fault "strace shows nothing"
	grep -F "$root/" "$work/trace" | grep -vF "$build/" >"$work/opened" &&
		fault "the source tree is opened: $(head -n 1 "$work/opened")"
	check "another site under strace" diff -r "$work/right" traced
fi

# Without its templates it says so, and touches nothing.
rm -r ../../moved/usr/share
run 3 "$moved" build --data "$work/data" --out other
grep -q "templates" "$work/err" || fault "missing templates are not named"
[ -e other ] && fault "a site is made without templates"
run 0 "$moved" verify --data "$work/data"

cd "$root" || exit 3
touch "$work/tmp/usr/bin/another" "$work/tmp/usr/share/another"
installed uninstall DESTDIR="$work/tmp" prefix=/usr
left=$(cd "$work/tmp" && find . ! -type d -o -name '*ngcc*' | sort | tr '\n' ' ')
[ "$left" = "./usr/bin/another ./usr/share/another " ] || fault "uninstall leaves $left"

# Another place for each part.
installed install DESTDIR="$work/tmp" prefix=/opt/n bindir=/opt/n/b
run 1 test -e "$work/tmp/usr/local"
run 0 test -x "$work/tmp/opt/n/b/ngcc-report"
finish
