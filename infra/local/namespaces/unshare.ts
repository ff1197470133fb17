import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Mount, View } from './visible-paths.ts';

/** Where the new root is assembled: a directory that every Linux has, with nothing that a sandbox sees. */
const root = '/sys';

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

interface UnshareTools {
  readonly unshare: string;
  readonly uid: number;
  readonly gid: number;
  readonly mounts: readonly MountPoint[];
}

/**
 * The command line with which util-linux's `unshare` limits a command to a view. A shell that is root of its own user
 * namespace assembles the new root. A second user namespace then gives the command its original user, without power
 * over these mounts.
 */
export function unshareCommand(tools: UnshareTools, view: View, command: readonly string[]): string[] {
  const { unshare, uid, gid } = tools;
  return [
    ...[unshare, '--user', '--map-root-user', '--mount', '--propagation', 'private', '--pid', '--ipc', '--fork', '--'],
    ...['/bin/sh', '-c', setUp(view, tools), 'sandbox'],
    ...[unshare, '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
    // Root keeps the capabilities of its namespace through an exec; other users do not.
    ...['setpriv', '--no-new-privs', '--inh-caps=-all', ...(uid === 0 ? ['--bounding-set=-all'] : []), '--'],
    ...firstProcess(command),
  ];
}

function setUp(view: View, { mounts }: UnshareTools): string {
  const folders = view.readOnly.filter(({ isDirectory }) => isDirectory).map(({ to }) => to);
  const files = view.readOnly.filter(({ isDirectory }) => !isDirectory).map(({ to }) => to);
  const made = [...new Set([...folders, ...files.map((file) => dirname(file)), ...madeFolders, ...view.hidden])];
  return [
    'set -eu',
    `mount -t tmpfs -o mode=755,nosuid,nodev sandbox ${root}`,
    // Mounted first, because visible paths can be below them.
    ...temporary.flatMap((path) => [
      `mkdir -p ${root}${path}`,
      `mount -t tmpfs -o mode=1777,nosuid,nodev sandbox ${root}${path}`,
    ]),
    `mkdir -p ${[...made, view.workspace].map((path) => quote(inRoot(path))).join(' ')}`,
    ...[...files, ...devices.map((name) => `/dev/${name}`)].map((file) => `: > ${quote(inRoot(file))}`),
    ...view.links.map(({ path, target }) => `ln -s ${quote(target)} ${quote(inRoot(path))}`),
    `ln -s /proc/self/fd ${root}/dev/fd`,
    ...['stdin', 'stdout', 'stderr'].map((name, fd) => `ln -s /proc/self/fd/${fd} ${root}/dev/${name}`),
    `ln -s pts/ptmx ${root}/dev/ptmx`,
    // In one process, because mount(8) cannot read a pipe.
    `echo ${quote(mountLines(view, mounts).join('\n'))} > ${root}/fstab`,
    `mount --all --fstab ${root}/fstab`,
    `rm ${root}/fstab`,
    ...[...view.readOnly, ...view.shown].flatMap((mount) => remounts(mount, mounts)),
    `cd ${root}`,
    'mkdir .machine',
    'pivot_root . .machine',
    'cd /',
    'umount -l /.machine',
    'rmdir /.machine',
    `cd ${quote(view.workspace)}`,
    'exec "$@"',
  ].join('\n');
}

const temporary = ['/tmp', '/var/tmp', '/dev/shm'];

const madeFolders = ['/proc', '/dev/pts', '/run', '/mnt', '/workspace'];

function mountLines({ readOnly, hidden, shown, frozen, workspace }: View, mounts: readonly MountPoint[]): string[] {
  return [
    ...readOnly.map(({ from, to }) => line(from, to, 'none', `rbind,ro,${flagsOf(from, mounts)}`)),
    ...hidden.map((path) => line('tmpfs', path, 'tmpfs', 'mode=755,nosuid,nodev')),
    ...shown.map(({ from, to }) => line(from, to, 'none', `rbind,X-mount.mkdir,ro,${flagsOf(from, mounts)}`)),
    ...devices.map((name) => line(`/dev/${name}`, `/dev/${name}`, 'none', 'bind')),
    line('devpts', '/dev/pts', 'devpts', 'newinstance,ptmxmode=0666,mode=620,nosuid,noexec'),
    line('proc', '/proc', 'proc', 'nosuid,nodev,noexec'),
    ...frozen.map((path) => line(inRoot(path), path, 'none', 'bind,ro,nosuid,nodev,noexec')),
    ...[workspace, '/workspace'].map((path) =>
      line(workspace, path, 'none', `rbind,X-mount.mkdir,${flagsOf(workspace, mounts)}`),
    ),
  ];
}

/** A line of fstab. */
function line(from: string, to: string, type: string, options: string): string {
  return [from, inRoot(to), type].map(escaped).concat(options, '0', '0').join(' ');
}

function escaped(path: string): string {
  return path.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/** A user namespace may not allow what a mount of the machine forbids. */
function flagsOf(path: string, mounts: readonly MountPoint[]): string {
  return `nosuid,nodev${mountOf(path, mounts)?.noExec ? ',noexec' : ''}`;
}

/** A read-only remount affects one mount, so those below a directory are remounted one by one. */
function remounts({ from, to }: Mount, mounts: readonly MountPoint[]): string[] {
  return mountsBelow(from, mounts).map(({ path, noExec }) => {
    const options = `remount,bind,ro,nosuid,nodev${noExec ? ',noexec' : ''}`;
    return `mount -o ${options} ${quote(inRoot(to + path.slice(from.length)))}`;
  });
}

function inRoot(path: string): string {
  return `${root}${path}`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The first process of a sandbox, like a container's `init`: it waits for the program and adopts orphans. A signal
 * without a handler does not reach the first process, but it reaches the program, its child. What the shell says about
 * a signal that ended the program is kept out of the program's log.
 */
const script = 'unset PWD OLDPWD SHLVL; exec 3>&2 2>/dev/null; "$@" 2>&3 3>&-; exit $?';

function firstProcess(command: readonly string[]): string[] {
  return ['/bin/sh', '-c', script, 'sandbox', ...command];
}

/** A mount of this machine. */
interface MountPoint {
  readonly path: string;
  readonly noExec: boolean;
}

export async function mountTable(): Promise<readonly MountPoint[]> {
  const text = await readFile('/proc/self/mountinfo', 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, , , , path, options = ''] = line.split(' ');
    if (path === undefined) return [];
    return [{ path: unescaped(path), noExec: options.split(',').includes('noexec') }];
  });
}

/** The mount that holds a path without links. */
function mountOf(path: string, table: readonly MountPoint[]): MountPoint | undefined {
  const around = table.filter((mount) => isIn(path, mount.path));
  // A later mount at the same place covers the earlier one.
  return around.reduce<MountPoint | undefined>(
    (best, mount) => (best === undefined || mount.path.length >= best.path.length ? mount : best),
    undefined,
  );
}

/** The mounts below a path. */
function mountsBelow(path: string, table: readonly MountPoint[]): MountPoint[] {
  return table.filter((mount) => mount.path !== path && isIn(mount.path, path));
}

function isIn(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

/** Blanks and backslashes are escaped in octal. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** The command line with which bubblewrap limits a command to a view. */
export function bubblewrapCommand(bwrap: string, view: View, command: readonly string[]): string[] {
  return [
    bwrap,
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--as-pid-1', '--cap-drop', 'ALL'],
    // First, because visible paths can be below them.
    ...['--tmpfs', '/tmp', '--tmpfs', '/var/tmp', '--dir', '/run', '--dir', '/mnt'],
    ...view.readOnly.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...view.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...view.hidden.flatMap((path) => ['--tmpfs', path]),
    ...view.shown.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...view.frozen.flatMap((path) => ['--ro-bind', path, path]),
    ...[view.workspace, '/workspace'].flatMap((path) => ['--bind', view.workspace, path]),
    ...['--chdir', view.workspace, '--'],
    ...firstProcess(command),
  ];
}
