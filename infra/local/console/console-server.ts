import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { appPolicy, type ConsoleReach, consoleHeaders, referencePolicy } from '../../console/headers.ts';
import { type OwnName, ownNames } from '../sockets/host-names.ts';
import { listen } from '../sockets/listen.ts';
import { madeFile, readSite, type SiteFile } from './site.ts';
import { viewerRequest } from './viewer-request.ts';

export interface ConsoleOptions {
  /** Directory with the built files. */
  readonly site: string;
  /** Of the API, without a slash at its end. */
  readonly apiUrl: string;
  readonly reach: ConsoleReach;
  /** Names under which it is asked besides those of loopback. */
  readonly allowedHosts: readonly string[];
}

/** The console on this machine, with the files, the addresses and the headers that CloudFront gives it. */
export class ConsoleServer {
  readonly #files: ReadonlyMap<string, SiteFile>;
  readonly #reach: ConsoleReach;
  readonly #isOwnName: OwnName;
  readonly #fileOf = { app: viewerRequest('app'), reference: viewerRequest('reference') } as const;
  readonly #server: Server;

  private constructor(files: ReadonlyMap<string, SiteFile>, { reach, allowedHosts }: ConsoleOptions) {
    this.#files = files;
    this.#reach = reach;
    this.#isOwnName = ownNames(allowedHosts);
    this.#server = createServer((message, response) => void this.#answer(message, response));
  }

  /** Reads which files there are. */
  static async create(options: ConsoleOptions): Promise<ConsoleServer> {
    const config = madeFile('/config.json', JSON.stringify({ api_url: options.apiUrl }));
    return new ConsoleServer(new Map([...(await readSite(options.site)), ['/config.json', config]]), options);
  }

  /** Resolves to the port; 0 takes any free one. @throws naming a port that cannot be had */
  listen(port: number): Promise<number> {
    return listen(this.#server, port, '127.0.0.1');
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (message.url ?? '/').split('?');
    // By the address that was asked for, as behaviors of a distribution are chosen.
    const page = path.startsWith('/reference') ? 'reference' : 'app';
    const policy = page === 'reference' ? referencePolicy(this.#reach) : appPolicy(this.#reach);
    for (const [name, value] of Object.entries(consoleHeaders(policy))) response.setHeader(name, value);
    const { host: hosts = [] } = message.headersDistinct;
    if (hosts.length !== 1 || !this.#isOwnName(hosts[0])) {
      return refuse(response, 403, 'the header Host holds another name than localhost: use http://127.0.0.1');
    }
    if (message.method !== 'GET' && message.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return refuse(response, 405, 'the console is files: use GET or HEAD');
    }
    const file = this.#files.get(this.#fileOf[page](path));
    if (file === undefined) return refuse(response, 404, 'there is no such file');
    await send(file, message, response);
  }
}

async function send(file: SiteFile, message: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('ETag', file.etag).setHeader('Cache-Control', file.cacheControl);
  const known = (message.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(file.etag) || known.includes('*')) {
    response.writeHead(304).end();
    return;
  }
  const content = await file.read().catch((error: Error) => error);
  if (content instanceof Error) return refuse(response, 500, content.message);
  response.writeHead(200, { 'Content-Type': file.contentType, 'Content-Length': content.length });
  response.end(message.method === 'HEAD' ? undefined : content);
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(response.req.method === 'HEAD' ? undefined : `${reason}\n`);
}
