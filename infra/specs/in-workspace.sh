#!/bin/sh
# Runs a program as a container would: it sees the directory of its sandbox as /workspace, and starts there. All else is as on this machine.
#
#   unshare --user --map-root-user --mount sh in-workspace.sh DIRECTORY PROGRAM [ARGUMENT...]
#
# It has namespaces of its own, so no other process sees the mounts, and they go with it.
set -eu
workspace=$1
shift
# Something that exists everywhere and is not needed before the root has changed.
root=/mnt
mount -t tmpfs none "$root"
for entry in /*; do
  case $entry in /workspace | "$root") continue ;; esac
  if [ -L "$entry" ]; then
    cp -P "$entry" "$root$entry"
  elif [ -d "$entry" ]; then
    mkdir "$root$entry"
    mount --rbind "$entry" "$root$entry"
  fi
done
mkdir "$root/workspace"
mount --bind "$workspace" "$root/workspace"
mkdir -p "$workspace/.home"
HOME=/workspace/.home
export HOME
exec chroot "$root" /bin/sh -c 'cd /workspace && exec "$@"' sandbox "$@"
