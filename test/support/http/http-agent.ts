import { createServer, type IncomingMessage } from 'node:http';
import { afterAll } from 'vitest';
import { close, listen } from './servers.ts';

export interface AgentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Parsed if it is JSON, otherwise text. */
  // biome-ignore lint/suspicious/noExplicitAny: a body has no type on the wire; each test states what it expects.
  readonly body: any;
}

export interface AgentReply {
  readonly status?: number;
  /** JSON is the default content type. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An HTTP server that responds as the test defines. */
export interface HttpAgent {
  readonly url: string;
  readonly requests: AgentRequest[];
  /** The next responses. `undefined` breaks the connection, `silence` leaves it open. */
  reply: (request: AgentRequest) => AgentReply | 'silence' | undefined;
  close(): Promise<void>;
}

export async function startHttpAgent(reply: HttpAgent['reply'] = () => ({})): Promise<HttpAgent> {
  const requests: AgentRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const request = await read(incoming);
    requests.push(request);
    const reply = agent.reply(request);
    if (reply === 'silence') return;
    if (!reply) return incoming.socket.destroy();
    outgoing.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    const isRaw = typeof reply.body === 'string' || reply.body instanceof Uint8Array;
    outgoing.end(isRaw ? reply.body : JSON.stringify(reply.body ?? {}));
  });
  const agent: HttpAgent = { url: await listen(server), requests, reply, close: () => close(server) };
  return agent;
}

export async function useHttpAgent(): Promise<HttpAgent> {
  const agent = await startHttpAgent();
  afterAll(() => agent.close());
  return agent;
}

async function read(incoming: IncomingMessage): Promise<AgentRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://agent');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: text !== '' && incoming.headers['content-type']?.includes('json') ? JSON.parse(text) : text,
  };
}
