#!/usr/bin/env bash
#
# Runs commands in a copy of this machine's files that has no Java, with a network and processes of
# its own. What they change is gone at the end.
#
#   sandbox.sh FOLDER COMMANDS FILE…
#
# FOLDER is empty; COMMANDS, a script, runs in /tmp/files, which has the FILEs. Needs root.
set -euo pipefail

if [ "${1:-}" != --inside ]; then
  exec unshare --mount --pid --fork --net --mount-proc bash "$0" --inside "$@"
fi
shift
folder=$1 commands=$2
shift 2
mount --make-rprivate /
mount -t tmpfs -o size=1500m tmpfs "$folder"
mkdir "$folder/changes" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/changes,workdir=$folder/work" "$folder/root"
mount -t tmpfs -o size=1500m tmpfs "$folder/root/tmp"
chmod 1777 "$folder/root/tmp"
mkdir "$folder/root/tmp/files"
cp "$commands" "$@" "$folder/root/tmp/files"
mount -t proc proc "$folder/root/proc"
mount --rbind /dev "$folder/root/dev"
rm -rf "$folder/root/usr/lib/jvm" "$folder/root/run/systemd"
ip link set lo up
env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
  chroot "$folder/root" bash -c 'cd /tmp/files && ! command -v java && exec bash "$1"' sandbox "$(basename "$commands")"
