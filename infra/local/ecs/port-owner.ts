import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/** Addresses of listening sockets that a connection to 127.0.0.1 can reach, as the kernel writes them. */
const REACHED: ReadonlySet<string> = new Set([
  '0100007F',
  '00000000',
  '00000000000000000000000000000000',
  '0000000000000000FFFF00000100007F',
]);

/** The state of a listening socket in the kernel's tables. No other column is that short. */
const LISTEN = ' 0A ';

/** The kernel gives at most a page of its tables at a time. */
const PAGE = Buffer.alloc(4096);

/**
 * Finds out who listens on a port of this machine. Sandboxes share its network, so another one can take a port before
 * the program does for which it is meant. Linux only.
 */
export class PortOwners {
  /** The listening socket of a port that was last found in the processes below this one. */
  readonly #known = new Map<number, string>();

  /**
   * Whether something listens on the port, and only in the processes below this one. True on a system that hides the
   * files of processes.
   */
  isIn(port: number, root: number): boolean {
    return this.#look(port, root) !== 'others';
  }

  /** The same, but false on such a system: any program of this machine can listen there. */
  isKnownIn(port: number, root: number): boolean {
    return this.#look(port, root) === 'own';
  }

  #look(port: number, root: number): 'own' | 'others' | 'hidden' {
    const sockets = listeningOn(port);
    const known = `${root} ${sockets}`;
    if (sockets.length === 0) return 'others';
    if (this.#known.get(port) === known) return 'own';
    const own = socketsBelow(root);
    if (own === undefined) return 'hidden';
    if (!sockets.every((socket) => own.has(socket))) return 'others';
    this.#known.set(port, known);
    return 'own';
  }
}

/** The inodes of the sockets that listen on a port. */
function listeningOn(port: number): readonly string[] {
  const written = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = ['tcp', 'tcp6'].flatMap((table) => readOrSkip(() => listenersIn(`/proc/net/${table}`)) ?? []);
  return rows.flatMap((row) => {
    if (!row.includes(`${written} `)) return [];
    const [, local = '', , , , , , , , inode = ''] = row.trim().split(/\s+/);
    return local.endsWith(written) && REACHED.has(local.slice(0, -written.length)) ? [inode] : [];
  });
}

/**
 * The rows of listening sockets. The kernel lists them before the connections, of which a busy machine has thousands:
 * those are not read.
 */
function listenersIn(table: string): readonly string[] {
  const file = openSync(table, 'r');
  try {
    const found: string[] = [];
    let rest = '';
    for (;;) {
      const length = readSync(file, PAGE);
      const rows = (rest + PAGE.toString('latin1', 0, length)).split('\n');
      rest = rows.pop() ?? '';
      const [first = ''] = rows;
      // The names of the columns.
      if (first.includes(' sl ')) rows.shift();
      const end = rows.findIndex((row) => !row.includes(LISTEN));
      found.push(...rows.slice(0, end === -1 ? rows.length : end));
      if (end !== -1 || length === 0) return found;
    }
  } finally {
    closeSync(file);
  }
}

/** The inodes of all sockets of a process and those below it; undefined when the system does not show them. */
function socketsBelow(root: number): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  const processes = new Set([root]);
  try {
    for (const pid of processes) {
      for (const thread of list(`/proc/${pid}/task`)) {
        const children = readOrSkip(() => text(`/proc/${pid}/task/${thread}/children`)) ?? '';
        for (const child of children.split(' ')) if (child !== '') processes.add(Number(child));
      }
      for (const file of list(`/proc/${pid}/fd`)) {
        const inode = /^socket:\[(\d+)\]$/.exec(readOrSkip(() => readlinkSync(`/proc/${pid}/fd/${file}`)) ?? '')?.[1];
        if (inode !== undefined) found.add(inode);
      }
    }
    return found;
  } catch {
    return undefined;
  }
}

const text = (path: string): string => readFileSync(path, 'utf8');
const list = (path: string): readonly string[] => readOrSkip(() => readdirSync(path)) ?? [];

/** @returns undefined for a process that has ended */
function readOrSkip<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(Object(error).code)) return undefined;
    throw error;
  }
}
