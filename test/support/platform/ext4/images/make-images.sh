#!/bin/bash
# Makes the images of this directory and the trees that Linux shows of them. Needs root, e2fsprogs and python3.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'umount "$work/mount" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/mount" "$work/tree"

tree() {
  node --input-type=module -e "
    import { treeOf } from '$here/../trees.ts';
    const { 'lost+found': _, ...tree } = treeOf('$1');
    console.log(JSON.stringify(tree, undefined, 1));" > "$here/$2.json"
}

cd "$work/tree"
mkdir -p deep/er/still many 'a b'
echo one > deep/er/still/file
for number in $(seq 1 300); do echo "$number" > "many/a-name-that-takes-some-space-$number"; done
truncate -s 3000000 holes
echo middle | dd of=holes bs=1 seek=1500000 conv=notrunc status=none
head -c 20000 < /dev/zero | tr '\0' 'x' > plain
ln plain hard
ln -s deep/er short
ln -s "$(printf 'long%.0s' $(seq 1 50))" long
printf bytes > $'not-utf8-\xff'
: > empty
chmod 4750 empty
mkfs.ext4 -q -F -b 1024 -d . "$work/saved.img" 6M
e2fsck -fyD "$work/saved.img" > /dev/null || [ $? = 1 ]
mount -o loop,ro "$work/saved.img" "$work/mount"
tree "$work/mount" saved
umount "$work/mount"
gzip -9n < "$work/saved.img" > "$here/saved.img.gz"

# An image whose journal has changes. $1: its name, $2: what goes through the journal.
running() {
mkfs.ext4 -q -F -b 1024 -N 256 "$work/image" 6M
mount -o "loop,noatime,data=$2" "$work/image" "$work/mount"
python3 - "$work/mount" <<'PYTHON'
import os, shutil, sys
root = sys.argv[1]

def sync(path):
    fd = os.open(path, os.O_RDONLY)
    os.fsync(fd)
    os.close(fd)

def write(path, content):
    with open(path, 'wb') as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())

for number in range(4):
    folder = os.path.join(root, 'folder%d' % number)
    os.mkdir(folder)
    for one in range(8):
        # A block that begins like one of the journal has to be escaped there.
        write(os.path.join(folder, 'file%d' % one), b'\xc0\x3b\x39\x98' * (200 * one + 1))
    sync(folder)
# What was a directory becomes content, so that its copies have to be revoked.
shutil.rmtree(os.path.join(root, 'folder1'))
sync(root)
for number in range(6):
    write(os.path.join(root, 'later%d' % number), bytes([65 + number]) * 3000)
os.rename(os.path.join(root, 'folder2'), os.path.join(root, 'moved'))
os.symlink('x' * 200, os.path.join(root, 'link'))
os.truncate(os.path.join(root, 'later0'), 100)
sync(root)
sync(os.path.join(root, 'later0'))
PYTHON
cp "$work/image" "$work/copy"
tree "$work/mount" "$1"
gzip -9n < "$work/copy" > "$here/$1.img.gz"
umount "$work/mount"
}

running running ordered
running journalled journal
