#!/bin/sh
# Runs a program with the directory of its sandbox mounted and current as /workspace, as in a container.
#
#   sh in-workspace.sh DIRECTORY PROGRAM [ARGUMENT...]
#
# Where the local service runs sandboxes in namespaces, /workspace exists already. Elsewhere the program gets a mount
# namespace in which everything else is as on this machine.
set -eu
start='mkdir -p .home && HOME=/workspace/.home && export HOME && exec "$@"'
if [ "$1" -ef /workspace ]; then
  shift
  cd /workspace
  exec /bin/sh -c "$start" sandbox "$@"
fi
if [ "$1" != --unshared ]; then
  exec unshare --user --map-root-user --mount sh "$0" --unshared "$@"
fi
workspace=$2
shift 2
# A directory that exists everywhere and is not needed before chroot.
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
exec chroot "$root" /bin/sh -c "cd /workspace && $start" sandbox "$@"
