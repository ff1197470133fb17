import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { patience } from '../../../shared/platform/aws/call-limits.ts';
import { close, listen } from './servers.ts';

export interface SilentServer {
  readonly url: string;
  connections(): number;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  const url = await listen(server);
  return {
    url,
    connections: () => sockets.length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function startSlowServer(
  milliseconds: number,
  body: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createHttpServer((_, outgoing) => {
    setTimeout(() => outgoing.end(body), milliseconds);
  });
  const url = await listen(server);
  return {
    url,
    close: () => close(server),
  };
}

/** The same limits of a client, with a timeout for tests. */
export function quick<T extends { readonly requestHandler: object }>(limits: T): T {
  return { ...limits, requestHandler: new NodeHttpHandler({ ...patience, requestTimeout: 50 }) };
}
