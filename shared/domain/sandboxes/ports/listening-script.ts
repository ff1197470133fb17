import type { ListeningApp } from '../../../contract/shapes/sandbox-port.ts';

/** The most lines of each kind that the script prints. One machine can have many sandboxes and a network in common. */
const MOST_SOCKETS = 1_000;

/** The most apps of a response. */
const MOST_APPS = 50;

/**
 * Prints the listening sockets of the kernel's tables, `listen INODE ADDRESS:PORT`; the processes that have them,
 * `owner INODE PID PROGRAM`; and the agent server, which runs this as its direct child, `agent PID`. In a container
 * of ECS, all sockets are the sandbox's, which `container` says. Elsewhere, its network is that of the machine.
 */
export const listeningScript = `LC_ALL=C; export LC_ALL
[ -r /proc/net/tcp ] || exit 0
echo "agent $PPID"
[ -n "\${ECS_CONTAINER_METADATA_URI_V4:-}" ] && echo container
sockets=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | while read -r _ local _ state _ _ _ _ _ inode _; do
  [ "$state" = 0A ] && echo "$inode $local"
done | head -n ${MOST_SOCKETS})
inodes=" $(echo "$sockets" | while read -r inode _; do printf '%s ' "$inode"; done)"
echo "$sockets" | sed -n 's/^[0-9]/listen &/p'
ls -l /proc/[0-9]*/fd 2>/dev/null | sed -n -e 's|^/proc/\\([0-9]*\\)/fd:$|process \\1|p' \\
  -e 's/.* -> socket:\\[\\([0-9]*\\)\\]$/socket \\1/p' | while read -r kind number; do
  [ "$kind" = process ] && pid=$number && continue
  case $inodes in
    *" $number "*)
      program=$(readlink "/proc/$pid/exe" 2>/dev/null)
      echo "owner $number $pid \${program##*/}" ;;
  esac
done | head -n ${MOST_SOCKETS}
echo complete`;

const LINE =
  /^(?:listen (?<socket>\d{1,20}) (?<address>[0-9A-F]{8,32}):(?<port>[0-9A-F]{4})|owner (?<owned>\d{1,20}) (?<pid>\d{1,10}) (?<program>[ -~]{0,60}))$/;

/** Ports below need privileges, and cannot be opened. */
const LOWEST_PORT = 1024;

/**
 * The apps among what the script printed, without the agent server and the ports that have URLs anyway. A sandbox is
 * not trusted: lines that do not fit are left out.
 *
 * @returns undefined where the system has no such tables
 */
export function listeningApps(lines: readonly string[], own: readonly number[]): readonly ListeningApp[] | undefined {
  if (!lines.includes('complete')) return undefined;
  const agent = lines.find((line) => line.startsWith('agent '))?.slice('agent '.length);
  const all = lines.includes('container');
  const found = lines.map((line) => LINE.exec(line)?.groups ?? {});
  const owners = new Map(found.flatMap((one) => (one.owned === undefined ? [] : [[one.owned, one] as const])));
  const apps = new Map<number, ListeningApp>();
  for (const { socket = '', address = '', port: hex = '' } of found) {
    const [owner, port] = [owners.get(socket), Number.parseInt(hex, 16)];
    const isApp = port >= LOWEST_PORT && !own.includes(port) && owner?.pid !== agent && (all || owner !== undefined);
    if (!isApp) continue;
    const before = apps.get(port);
    apps.set(port, {
      port,
      process: before?.process ?? (owner?.program || null),
      loopback_only: isLoopback(address) && before?.loopback_only !== false,
    });
  }
  return [...apps.values()].toSorted((one, other) => one.port - other.port).slice(0, MOST_APPS);
}

/** As the kernel writes addresses: 127.0.0.0/8, the same in IPv6, and ::1. */
function isLoopback(address: string): boolean {
  const isMapped = address.length === 8 || address.startsWith('0000000000000000FFFF0000');
  return isMapped ? address.endsWith('7F') : address === '00000000000000000000000001000000';
}
