#!/bin/sh
# packages.sh NAME...: installs the Debian packages that are not there yet; NAME:ARCH is one
# of another architecture.
set -u
missing=
for name; do
	dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' ||
		missing="$missing $name"
done
[ -n "$missing" ] || exit 0
command="apt-get install -y --no-install-recommends$missing"
foreign=
for name in $missing; do
	case $name in
	*:*) dpkg --print-foreign-architectures | grep -qx "${name#*:}" ||
		foreign="dpkg --add-architecture ${name#*:}" ;;
	esac
done
if [ "$(id -u)" = 0 ]; then
	sudo=
elif sudo -n true 2>/dev/null; then
	sudo=sudo
else
	echo "These packages are missing; as root:" >&2
	echo "    ${foreign:+$foreign && }apt-get update && $command" >&2
	exit 1
fi
[ -z "$foreign" ] || $sudo $foreign || exit 1
# a stale list may name files that are gone
$sudo apt-get update -q &&
	DEBIAN_FRONTEND=noninteractive $sudo $command
