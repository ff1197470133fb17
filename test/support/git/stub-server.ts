import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRequest {
  readonly method: string;
  /** The host that the client meant. */
  readonly host: string;
  /** Decoded parts of the path. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Where the stub itself is, without a trailing slash. */
  readonly origin: string;
}

export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly bytes?: string | Buffer;
}

/** `silence`: no answer at all. `stalled`: the beginning of one. `endless`: one that goes on until it is cut. */
export type Behaviour = StubAnswer | 'silence' | 'stalled' | 'endless';

export type Answering = (request: StubRequest) => Behaviour;

/** A real HTTP server in a provider's place. */
export class StubServer {
  /** Changed by tests: how all requests are answered from now on. */
  answering: Answering;
  readonly requests: StubRequest[] = [];
  /** How many answers without end were cut. */
  cut = 0;
  readonly #server: Server;

  private constructor(server: Server, answering: Answering) {
    this.#server = server;
    this.answering = answering;
  }

  static async start(answering: Answering): Promise<StubServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stub = new StubServer(server, answering);
    server.on('request', (request, response) => void stub.#serve(request, response));
    return stub;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
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
      // An answer that its provider's description does not allow: the client sees what no provider says.
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
