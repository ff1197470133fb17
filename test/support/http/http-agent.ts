import { createServer, type IncomingMessage } from 'node:http';
import { afterAll } from 'vitest';

export interface AgentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a body has no type on the wire; each test says what it expects.
  readonly body: any;
}

export interface AgentReply {
  readonly status?: number;
  /** An answer is JSON unless they say otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An agent server that says what a test tells it to, over real HTTP. */
export interface HttpAgent {
  readonly url: string;
  readonly requests: AgentRequest[];
  /** The next answers. Undefined breaks the connection; silence leaves it open. */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the agent has no port');
  const agent: HttpAgent = {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    reply,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
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
