import { createServer, type IncomingMessage, type RequestListener, request, Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { createEdge, type EdgeLogEntry, type EdgeOptions } from '../../../../../infra/local/edge/edge.ts';
import { readEdgeSettings } from '../../../../../infra/local/edge/edge-settings.ts';
import type { Origin } from '../../../../../infra/local/edge/verdict.ts';
import { aDistribution, aResponseHeadersPolicy, somePages } from '../../../../support/edge/a-distribution.ts';
import { forwardTo } from '../../../../support/edge/forward-to.ts';

export const settings = readEdgeSettings(aDistribution(), aResponseHeadersPolicy, somePages);

/** An origin on loopback until the end of the test. */
export async function anOrigin(listener: RequestListener): Promise<{ origin: Server; port: number }> {
  const origin = createServer(listener);
  const port = await listening(origin);
  return { origin, port };
}

export async function listening(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    if (server instanceof Server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

interface EdgeChanges extends Partial<EdgeOptions> {
  readonly origin?: Partial<Origin>;
}

/** An edge in front of an origin until the end of the test. @param at a listener or the port of the origin */
export async function anEdge(at: RequestListener | number, { origin, ...changes }: EdgeChanges = {}) {
  const originPort = typeof at === 'number' ? at : (await anOrigin(at)).port;
  const entries: EdgeLogEntry[] = [];
  const edge = createEdge({
    function: forwardTo(originPort, origin),
    settings,
    resolve: (_name, port) => ({ host: '127.0.0.1', port }),
    log: (entry) => entries.push(entry),
    ...changes,
  });
  const port = await edge.listen(0);
  onTestFinished(() => edge.stop());
  return { edge, port, entries };
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** Sends one request on its own connection. */
export function send(port: number, path: string, { method = 'GET', headers, body }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      textOf(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export async function textOf(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** @returns a port on which nothing listens */
export async function aClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
