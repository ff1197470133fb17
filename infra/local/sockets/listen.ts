import type { AddressInfo, Server } from 'node:net';

/** Resolves to the port; 0 takes any free one. @throws naming a port that cannot be had */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.message})`;
      reject(new Error(`port ${port} on ${host} ${problem}`, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** The names of this machine for itself. A web page cannot have them, and nothing else leads to a loopback address. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The value of a Host header: a name, an address, or an IPv6 address in brackets, and maybe a port. */
const HOST = /^(\[[\da-f:]+\]|[^:[\]]+)(?::\d{1,5})?$/i;

/**
 * Whether a server on loopback is asked under a name of its own, given the Host header. A web site can point a name of
 * its own at 127.0.0.1, and its pages then count as this server's: but they send that name (DNS rebinding).
 */
export type OwnName = (host: string | undefined) => boolean;

/** @param further names that lead here besides, such as that of a proxy; one that begins with a dot, all names below */
export function ownNames(further: readonly string[]): OwnName {
  const names = new Set([...LOOPBACK, ...further]);
  const endings = further.filter((name) => name.startsWith('.'));
  return (host) => {
    const name = HOST.exec(host ?? '')?.[1]?.toLowerCase();
    return name !== undefined && (names.has(name) || endings.some((ending) => name.endsWith(ending)));
  };
}
