import { createServer, type Socket } from 'node:net';

/** Takes connections and never answers: what a call meets that hangs. */
export interface SilentServer {
  readonly url: string;
  /** How many connections there were. */
  connections(): number;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    connections: () => sockets.length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same limits of a client, with a patience for tests. */
export function quick<T extends { readonly requestHandler: object }>(limits: T): T {
  return { ...limits, requestHandler: { ...limits.requestHandler, requestTimeout: 50 } };
}
