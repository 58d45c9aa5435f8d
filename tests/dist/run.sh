#!/bin/bash
# run.sh TAR: unpacks what `make dist` made in a bare Debian 12 root, without any package of ours, and computes a config of
# generated sets there. As root; ROOT names a root made before. Exit status 77: no such root can be made here.
set -eu
tar="$(realpath "$1")"
scratch="$(mktemp -d)"
root="${ROOT:-}"
leave() {
    umount "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "$scratch"
}
trap leave EXIT
if [ -z "$root" ]; then
    root="$scratch/root"
    [ "$(id -u)" -eq 0 ] || { echo "test-dist: left out, chroot needs root"; exit 77; }
    command -v debootstrap >/dev/null || { echo "test-dist: left out, there is no debootstrap here"; exit 77; }
    debootstrap --variant=minbase bookworm "$root" >"$scratch/debootstrap.log" 2>&1 ||
        { tail -n 5 "$scratch/debootstrap.log"; echo "test-dist: left out, debootstrap failed"; exit 77; }
fi
rm -rf "$root"/opt/reboost-*
tar -xzf "$tar" -C "$root/opt"
mount -t proc proc "$root/proc" # the loader finds the libraries beside the program by it
chroot "$root" sh -ec 'cd /opt/reboost-*
    bin/reboost run share/reboost/configs/example.json --profile smoke --results /tmp/results
    bin/reboost report share/reboost/configs/example.json --profile smoke --results /tmp/results --output /tmp/report
    test -s /tmp/report/index.html
    rm -rf /tmp/results /tmp/report'
echo "test-dist: a sweep and its report in a bare Debian 12 root"
