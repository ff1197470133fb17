import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { close, listen } from '../http/servers.ts';

export interface StubRequest {
  readonly method: string;
  /** The host in the request URL. */
  readonly host: string;
  /** Decoded parts of the path. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The origin of the stub. */
  readonly origin: string;
}

export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly bytes?: string | Buffer;
}

/** `silence`: no response. `stalled`: only its beginning. `endless`: a response that never ends. */
export type Behaviour = StubAnswer | 'silence' | 'stalled' | 'endless';

export type Answering = (request: StubRequest) => Behaviour;

/** An HTTP server that stands in for a provider. */
export class StubServer {
  /** Set by tests. */
  answering: Answering;
  readonly requests: StubRequest[] = [];
  readonly origin: string;
  /** The number of endless responses that clients aborted. */
  cut = 0;
  readonly #server: Server;

  private constructor(server: Server, origin: string, answering: Answering) {
    this.#server = server;
    this.origin = origin;
    this.answering = answering;
  }

  static async start(answering: Answering): Promise<StubServer> {
    const server = createServer();
    const stub = new StubServer(server, await listen(server), answering);
    server.on('request', (request, response) => void stub.#serve(request, response));
    return stub;
  }

  stop(): Promise<void> {
    return close(this.#server);
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', this.origin);
    const request: StubRequest = {
      method: message.method ?? 'GET',
      host: String(message.headers['x-meant-host'] ?? url.host),
      path: url.pathname.split('/').slice(1).map(decodeURIComponent),
      query: url.searchParams,
      headers: message.headers,
      body: await textOf(message),
      origin: this.origin,
    };
    this.requests.push(request);
    try {
      const behaviour = this.answering(request);
      if (behaviour === 'endless') response.once('close', () => (this.cut += 1));
      send(response, behaviour);
    } catch (error) {
      // The response violates the provider's description, so the client gets a status that no provider returns.
      response
        .writeHead(418, {
          'x-stub-failed': String(error)
            .slice(0, 500)
            .replace(/[^\x20-\x7e]/g, ''),
        })
        .end();
    }
  }
}

function send(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'silence') return;
  if (behaviour === 'stalled') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    return;
  }
  if (behaviour === 'endless') {
    sendOn(response.writeHead(200, { 'content-type': 'application/json' }));
    return;
  }
  const { status = 200, headers = {}, json, bytes } = behaviour;
  const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
  response.writeHead(status, { 'content-type': type, ...headers }).end(bytes ?? JSON.stringify(json ?? null));
}

const CHUNK = Buffer.alloc(64 * 1024, ' ');

function sendOn(response: ServerResponse): void {
  while (response.writable && response.write(CHUNK));
  if (response.writable) response.once('drain', () => sendOn(response));
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
