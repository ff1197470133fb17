import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { commandOf, parentOf, processIds, readOrSkip } from './proc.ts';

/** A TCP socket that accepts connections. */
export interface Listener {
  readonly pid: number;
  /** The command line of the process. */
  readonly command: string;
  /** In the kernel's format: `0100007F` is 127.0.0.1. */
  readonly address: string;
  readonly port: number;
}

/** 127.0.0.1, 127.0.0.1 on an IPv6 socket, and ::1. */
const LOOPBACK: ReadonlySet<string> = new Set([
  '0100007F',
  '0000000000000000FFFF00000100007F',
  '00000000000000000000000001000000',
]);

/** The state of a listening socket in the kernel's tables. */
const LISTEN = '0A';

export function isLoopback({ address }: Pick<Listener, 'address'>): boolean {
  return LOOPBACK.has(address);
}

/** The sockets that a process and its descendants listen on. Reads Linux kernel tables, so no tool is needed. */
export function listenersOf(root: number): readonly Listener[] {
  const sockets = listeningSockets();
  return processesBelow(root).flatMap((pid) =>
    inodesOf(pid).flatMap((inode) => {
      const socket = sockets.get(inode);
      return socket ? [{ pid, command: commandOf(pid), ...socket }] : [];
    }),
  );
}

/** By inode, which the links of a process's open files contain. */
function listeningSockets(): ReadonlyMap<string, Pick<Listener, 'address' | 'port'>> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readOrSkip(() => readFileSync(path, 'utf8')) ?? '');
  const rows = tables.flatMap((table) => table.split('\n').slice(1));
  return new Map(
    rows.flatMap((row) => {
      const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
      const [address = '', port = ''] = local.split(':');
      return state === LISTEN ? [[inode, { address, port: Number.parseInt(port, 16) }] as const] : [];
    }),
  );
}

function processesBelow(root: number): readonly number[] {
  const children = Map.groupBy(processIds(), parentOf);
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function inodesOf(pid: number): readonly string[] {
  const files = readOrSkip(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return files.flatMap((file) => {
    const link = readOrSkip(() => readlinkSync(`/proc/${pid}/fd/${file}`)) ?? '';
    const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1];
    return inode === undefined ? [] : [inode];
  });
}
