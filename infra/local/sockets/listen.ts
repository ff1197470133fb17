import type { AddressInfo, Server } from 'node:net';

/** Another program listens on this port of this address. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
  readonly port: number;
  readonly address: string;

  constructor(port: number, address: string, options?: ErrorOptions) {
    super(`port ${port} on ${address} is already in use`, options);
    this.port = port;
    this.address = address;
  }
}

/** Resolves to the port; 0 takes any free one. @throws PortInUseError, or another error */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new PortInUseError(port, host, { cause: error }));
      else reject(new Error(`port ${port} on ${host} cannot be used (${error.message})`, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Names of this machine for itself. Web pages cannot have them, and only they lead to a loopback address. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A Host header: a name, an address or an IPv6 address in brackets, and an optional port. */
const HOST = /^(\[[\da-f:]+\]|[^:[\]]+)(?::\d{1,5})?$/i;

/**
 * Checks the Host header of a request to a server on loopback. A web site can point its own name at 127.0.0.1, so that
 * its pages count as this server's, but their requests carry that name (DNS rebinding).
 */
export type OwnName = (host: string | undefined) => boolean;

/** @param further other names that lead here, such as that of a proxy; a leading dot stands for all names below */
export function ownNames(further: readonly string[]): OwnName {
  const names = new Set([...LOOPBACK, ...further]);
  const endings = further.filter((name) => name.startsWith('.'));
  return (host) => {
    const name = HOST.exec(host ?? '')?.[1]?.toLowerCase();
    return name !== undefined && (names.has(name) || endings.some((ending) => name.endsWith(ending)));
  };
}
