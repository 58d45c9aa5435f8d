#!/bin/sh
# dist.sh BUILD: reboost-<version>-linux-x86_64.tar.gz in the build folder, with the shared libraries that the program
# needs, but for the C library's own: for machines where nobody may install. It runs where that is as new as here.
set -eu
build="$1"
version="$("$build/reboost" --version | cut -d' ' -f2)"
name="reboost-$version-linux-x86_64"
stage="$(realpath "$build")/dist/$name"
rm -rf "$build/dist"
mkdir -p "$stage/lib/reboost"
cmake --install "$build" --prefix "$stage" --strip >/dev/null
ldd "$build/reboost" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' |
    grep -v -E '/(libc|libm|libdl|librt|libpthread|libresolv|libutil|libnss_[a-z]+)\.so' |
    while read -r library; do cp -L "$library" "$stage/lib/reboost/"; done
cp LICENSE README.md "$stage/"
tar -C "$build/dist" --sort=name --owner=0 --group=0 --numeric-owner -czf "$build/$name.tar.gz" "$name"
echo "$build/$name.tar.gz"
