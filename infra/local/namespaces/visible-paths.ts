import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';

/** A path of this machine that a sandbox sees. */
export interface Mount {
  /** Without links. */
  readonly from: string;
  readonly to: string;
  readonly isDirectory: boolean;
}

/** A sandbox's file system. Nothing else is visible. Each part may cover those before it. */
export interface View {
  readonly readOnly: readonly Mount[];
  /** Links in the root directory, such as `/bin` to `usr/bin`. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Directories within visible ones that are shown empty. */
  readonly hidden: readonly string[];
  /** Directories within hidden ones that a sandbox needs: the installation of its program in a state directory. */
  readonly shown: readonly Mount[];
  /** Paths of `/proc` that belong to the whole machine, and that root could change even in a namespace. */
  readonly frozen: readonly string[];
  /** The one directory of this machine that the sandbox may change, at its own path and at `/workspace`. */
  readonly workspace: string;
}

export interface Places {
  /** The project, which contains programs that sandboxes run. */
  readonly projectRoot: string;
  /** State directories of this service and of others. Only the workspace in them is visible. */
  readonly states: readonly string[];
  /** Where programs are looked up, in the form of the PATH variable. */
  readonly searchPath: string;
}

/** Programs and libraries. */
const system = '/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /nix/store /run/current-system'.split(' ');

/** How names, users, certificates and libraries are looked up. Holds no keys of the machine. */
const settings = (
  'alternatives ca-certificates ca-certificates.conf chromium.d crypto-policies fonts group host.conf hosts ld.so.cache ld.so.conf ' +
  'ld.so.conf.d locale.alias localtime login.defs magic mime.types nsswitch.conf os-release passwd pki/ca-trust ' +
  'pki/tls/certs pki/tls/cert.pem profile profile.d protocols resolv.conf rpc services shells ssl/certs ssl/cert.pem ' +
  'ssl/openssl.cnf terminfo timezone'
)
  .split(' ')
  .map((name) => `/etc/${name}`);

/** The reference agent, built into `node_modules`, and the recipes of specs. */
const program = ['package.json', 'node_modules', 'infra/specs'];

const machineWidePaths = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'scsi', 'acpi'].map((name) => `/proc/${name}`);

/** What every sandbox of a service sees. */
type SystemView = Pick<View, 'readOnly' | 'links' | 'frozen'>;

export async function systemView({ projectRoot }: Places): Promise<SystemView> {
  const links = (await Promise.all(system.map(linkAt))).flat();
  const mounted = [...system.filter((path) => !links.some((link) => link.path === path)), ...settings];
  const ofSystem = (await Promise.all(mounted.map((path) => mountAt(path)))).flat();
  const ofProject = await Promise.all(program.map((name) => mountAt(join(projectRoot, name))));
  const frozen = (await Promise.all(machineWidePaths.map((path) => mountAt(path)))).flat().map(({ to }) => to);
  return { links, frozen, readOnly: [...ofSystem, ...without(ofSystem, ofProject.flat())] };
}

/** What a sandbox sees in which a command runs. */
export async function viewFor(
  command: readonly string[],
  workspace: string,
  base: SystemView,
  places: Places,
): Promise<View> {
  const { states } = places;
  const named = await programsIn(command, places);
  const mounts = (await Promise.all([...new Set(named)].map((path) => mountAt(path)))).flat();
  const others = mounts.filter(({ to }) => !base.links.some(({ path }) => to.startsWith(`${path}/`)));
  const readOnly = [...base.readOnly, ...without(base.readOnly, others)];
  const hidden = [homedir(), ...states].filter((path) => isAmong(path, readOnly));
  const inHidden = command.filter((path) => hidden.some((folder) => path.startsWith(`${folder}/`)));
  const shown = (await Promise.all(inHidden.map((path) => installationAt(path, workspace)))).flat();
  return { ...base, readOnly, hidden, shown, workspace };
}

/** The folder above the `bin` of a program, which a command names. */
async function installationAt(path: string, workspace: string): Promise<Mount[]> {
  const isOther = path === workspace || basename(dirname(path)) !== 'bin' || !(await isProgram(path));
  return isOther ? [] : mountAt(dirname(dirname(path)));
}

function without(visible: readonly Mount[], mounts: readonly Mount[]): Mount[] {
  return mounts.filter(({ to }) => !isAmong(to, visible));
}

/** Whether a path is one of the mounts, or below one. */
function isAmong(path: string, mounts: readonly Mount[]): boolean {
  return mounts.some(({ to }) => path === to || path.startsWith(`${to}/`));
}

async function linkAt(path: string): Promise<{ path: string; target: string }[]> {
  const found = await lstat(path).catch(() => undefined);
  const atRoot = dirname(path) === '/';
  return found?.isSymbolicLink() && atRoot ? [{ path, target: await readlink(path) }] : [];
}

/** Empty when the path does not exist. */
async function mountAt(path: string): Promise<Mount[]> {
  const found = await stat(path).catch(() => undefined);
  return found ? [{ from: await realpath(path), to: path, isDirectory: found.isDirectory() }] : [];
}

/** What belongs to an installed program: its folder `bin`, and these beside it. */
const installation = ['bin', 'lib', 'lib64', 'libexec', 'pyvenv.cfg'];

/** VS Code for browsers. Everything in the folder above `bin` belongs to it. */
const EDITORS: ReadonlySet<string> = new Set(['openvscode-server', 'code-server']);

/**
 * The programs that a command names, by path or by name, with the installations that they are part of. Those of the
 * project are visible already; a state in it, such as `.local`, is not.
 */
async function programsIn(command: readonly string[], { projectRoot, states, searchPath }: Places): Promise<string[]> {
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  const isIn = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);
  const isOwn = (path: string): boolean => isIn(projectRoot, path) && !states.some((state) => isIn(state, path));
  const paths = command.filter((part) => isAbsolute(part) && !isOwn(part));
  const names = command.filter((part) => /^\w[\w.+-]*$/.test(part));
  const named = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = await Promise.all([...paths, ...named].map(partsOf));
  return found.flat();
}

async function partsOf(path: string): Promise<string[]> {
  if (!(await isProgram(path))) return [];
  const real = await realpath(path);
  // A virtual environment of Python runs the interpreter of another installation.
  const interpreter = join(dirname(real), 'python3');
  const ofInterpreter = (await isProgram(interpreter)) ? installationOf(await realpath(interpreter)) : [];
  return [path, ...installationOf(real), ...ofInterpreter];
}

function installationOf(file: string): string[] {
  const folder = dirname(file);
  if (!folder.endsWith('/bin')) return [];
  const place = dirname(folder);
  return EDITORS.has(basename(file)) ? [place] : installation.map((name) => join(place, name));
}

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
}
