#!/bin/sh
# install_packages.sh [LIST]: installs the Debian packages of a list (packages.txt beside it) that are missing; does
# nothing where none is.
set -eu
list="${1:-$(dirname "$0")/packages.txt}"

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "Not a Debian system: please install the equivalents of cmake/packages.txt yourself."
    exit 0
fi
missing=""
for package in $(sed 's/#.*//' "$list"); do
    status="$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)"
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
    echo "All needed packages are installed."
    exit 0
fi

echo "Missing packages:$missing"
if [ "$(id -u)" -eq 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo"
else
    echo "Neither root nor sudo is at hand. Ask an administrator to run:" >&2
    echo "    apt-get update && apt-get install -y --no-install-recommends$missing" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
# Package lists may be old or absent on a fresh machine; without a network the install itself will say what it lacks.
$as_root apt-get update -q || echo "apt-get update failed; trying with the package lists at hand" >&2
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
