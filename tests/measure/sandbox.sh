#!/bin/sh
# SPDX-License-Identifier: MIT
# sandbox.sh: candidates that reach for what is not theirs, and compilers that do: as
# root, as another user, and where the kernel gives no namespaces. What the log says that
# was in force decides what has to hold. BUILD is the folder of the programs.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${BUILD:-build}" && pwd)
work=$(mktemp -d) || exit 1
pid=
trap 'kill $pid 2>/dev/null; rm -rf "$work"' EXIT
chmod 711 "$work"
failed=0
sanitized=
grep -q __asan_init "$build/ngcc-trial" && sanitized=yes

fail() {
	failed=1
	echo "$who: $1:"
	tail -n 4 "$2" | cut -c 1-300
}

# expect NAME WANTED FILE: WANTED, a basic regular expression, is in FILE.
expect() {
	grep -q "$2" "$3" || fail "$1: wanted \"$2\", got" "$3"
}

# Whether that part was in force.
has() {
	case " $parts " in
	*" $1 "*) return 0 ;;
	esac
	return 1
}

compile() {
	${CC:-cc} -w -O1 -fPIC -shared -D_GNU_SOURCE "-D$1" -DPID="$pid" \
		-DHOST="\"$(uname -n)\"" -DSECRET="\"$own/secret\"" \
		-DTARGET="\"$own/target\"" -I"$here/../../include" \
		-o "$own/bad.so" "$here/hostile_hash.c" || exit 1
}

kat() {
	$as "$programs/ngcc-measure" kat "$own/bad.so" --type hash --digest-bits 256 \
		--name X --timeout "$1" >"$work/kat" 2>&1
	parts=$(sed -n 's/^sandbox //p' "$work/kat" | head -n 1)
}

timing() {
	$as "$programs/ngcc-measure" time "$own/bad.so" --type hash --digest-bits 256 \
		--operation hash_32 --trial-time 0.005 --timeout "$1" >"$work/time" 2>&1
}

# bomb FAULT WANTED SECONDS: ends in time, under an outcome with a name.
bomb() {
	compile "FAULT=$1"
	kat "$3"
	expect "fault $1, kat" "^RESULT - X $2" "$work/kat"
	timing "$3"
	expect "fault $1, time" "hash_32 *$2" "$work/time"
	[ "$(wc -c <"$work/kat")" -lt 100000 ] || fail "fault $1: all is kept" "$work/kat"
}

# left_out NAME PART...: says that none of the parts is there.
left_out() {
	what=$1
	shift
	for part; do
		has "$part" && return 1
	done
	echo "left out, $who, $what: the kernel gives none of: $*"
}

# denied NAME PART...: not allowed where one of the parts is in force, though it is
# without a sandbox.
denied() {
	left_out "$@" && return
	if ! grep -qx "allowed: $1" "$work/trial"; then
		echo "left out, $who, $1: this host does not allow it in any case"
	elif grep -qx "allowed: $1" "$work/kat"; then
		fail "$1 is allowed" "$work/kat"
	fi
}

probes() {
	compile PROBE
	(cd "$own" && PLANTED=1 $as "$programs/ngcc-trial" time --library "$own/bad.so" --type hash \
		--digest-bits 256 --operation hash --input-bytes 32 --seconds 0.001 \
		>"$work/trial" 2>&1)
	rm -f "$own/target"
	PLANTED=1 kat 1
	echo "$who: $parts"
	denied network seccomp network
	denied local_socket seccomp
	denied writing uid landlock
	denied reading uid landlock
	denied processes proc landlock
	denied environment limits
	denied host_name uts
	denied other_cpu seccomp
	[ "$sanitized" ] || denied fork seccomp
	[ "$sanitized" ] || denied memory memory
	left_out "a folder of its own" tmp ||
		expect "a folder of its own" '^allowed: own_file' "$work/kat"
}

candidates() {
	compile FAULT=4
	kat 1
	expect "signals its parent, kat" '^RESULT - X ' "$work/kat"
	timing 60
	expect "signals its parent, time" '^hash_32  *[0-9]' "$work/time"
	compile FAULT=5
	timing 60
	expect "changes the driver" "OVERFLOW the driver's own code was changed" "$work/time"
	if [ -z "$sanitized" ]; then
		bomb 1 TIMEOUT 1
		# far under our own limit, for the sake of the others here
		(
			ulimit -v 400000
			bomb 2 'CRASH.*signal 11' 20
			exit "$failed"
		) || failed=1
	fi
	bomb 3 TIMEOUT 1
	probes
}

# try_build SOURCE FLAG: of one file, with a flag.
try_build() {
	mkdir -p "$own/candidate"
	printf '{"id": "hash-x", "instances": [{"label": "X", "type": "hash",
"digest_bits": 8, "variant": "reference", "sources": ["x.c"], "flags": ["-DX"%s]}]}' \
		"$2" >"$own/candidate/candidate.json"
	echo "$1" >"$own/candidate/x.c"
	$as "$programs/ngcc-measure" build --out "$own/lib" "$own/candidate" \
		>"$work/build" 2>&1
}

sources() {
	try_build 'int x;' ''
	expect "a source" '^hash-x/X: .*flags: guide' "$work/build"
	parts=$(sed -n 's/.*"sandbox":[^"]*"\([^"]*\)".*/\1/p' "$own/lib/hash-x/libX.json")
	left_out "what a compiler may reach" uid landlock && return
	try_build "#include \"$own/secret\"" ''
	expect "a secret in the messages" BUILDFAIL "$work/build"
	grep -q planted-secret "$work/build" && fail "a secret is told" "$work/build"
	try_build "__asm__(\".incbin \\\"$own/secret\\\"\");" ''
	expect "a secret in the library" BUILDFAIL "$work/build"
	try_build 'int x;' ", \"-MD\", \"-MF$own/target\""
	[ -e "$own/target" ] && fail "a compiler writes outside its folder" "$work/build"
}

# Files that root made for itself are named, with what to do.
for_root_alone() {
	umask 077
	rm -r "$own/candidate"
	try_build 'int CryptHash(void) { return 0; }' ''
	expect "closed sources" 'chmod -R go+rX lets it' "$work/build"
	chmod -R go+rX "$own/candidate"
	$as "$programs/ngcc-measure" build --out "$own/lib" "$own/candidate" \
		>"$work/build" 2>&1
	expect "open sources, closed folder" '^hash-x/X: .*flags: guide' "$work/build"
	cp "$own/lib/hash-x/libX.so" "$own/bad.so"
	kat 1
	expect "an open library" '^RESULT - X ' "$work/kat"
	chmod 600 "$own/bad.so"
	kat 1
	expect "a closed library" 'bad.so: .*chmod go+r lets it' "$work/kat"
	umask 022
}

# all WHO OWNER: as $as, with files of that owner.
all() {
	who=$1
	own=$work/${1%% *}
	mkdir -p "$own"
	echo planted-secret >"$own/secret"
	chmod 600 "$own/secret"
	programs=$own/build
	mkdir "$programs"
	cp "$build/ngcc-measure" "$build/ngcc-trial" "$programs"
	cp -r "$here/../../include" "$own"
	chown -R "$2" "$own"
	$as sleep 600 & # a process of the same user
	pid=$!
	candidates
	sources
	kill "$pid"
	pid=
}

me=$(id -u)
as=
all "user $me" "$me"
if [ "$me" = 0 ]; then
	chmod 700 "$own"
	for_root_alone
	as="setpriv --reuid 65534 --regid 65534 --clear-groups"
	all "nobody" 65534
fi
# a user who is given no namespace
cat >"$work/bare.sh" <<'END'
echo 0 >/proc/sys/user/max_user_namespaces || exit 1
exec setpriv --bounding-set -all --inh-caps -all "$@"
END
as="unshare -Ur sh $work/bare.sh"
if $as true 2>/dev/null; then
	all "bare" "$me"
	has pid && fail "a namespace in spite of all" "$work/kat"
else
	echo "left out: a user without namespaces; unshare and setpriv do not work here"
fi
exit "$failed"
