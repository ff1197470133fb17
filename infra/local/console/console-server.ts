import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { runInNewContext } from 'node:vm';
import { cacheControlOf, contentTypeOf, isAsset } from '../../console/files.ts';
import {
  appPolicy,
  type ConsoleReach,
  consoleHeaders,
  referencePolicy,
  sharedHeaders,
  sharedPolicy,
} from '../../console/headers.ts';
import { type OwnName, ownNames } from '../sockets/listen.ts';
import { type LoopbackPort, ServedPort } from '../sockets/loopback-port.ts';

interface ConsoleOptions {
  /** Directory with the built files. */
  readonly site: string;
  /** The content of `/config.json`. */
  readonly config: Readonly<Record<string, string>>;
  readonly reach: ConsoleReach;
  /** Host names besides loopback that requests may use. */
  readonly allowedHosts: readonly string[];
  /** Answers about this machine at `/machine`, beside the files. */
  readonly machine?: (message: IncomingMessage) => Promise<{ readonly status: number; readonly content: unknown }>;
}

/** Serves the console with the files, addresses and headers that CloudFront gives it. */
export class ConsoleServer {
  readonly #files: ReadonlyMap<string, SiteFile>;
  readonly #reach: ConsoleReach;
  readonly #isOwnName: OwnName;
  readonly #machine: ConsoleOptions['machine'];
  readonly #fileOf = {
    app: viewerRequest('app'),
    reference: viewerRequest('reference'),
    shared: viewerRequest('shared'),
  } as const;
  readonly #server: Server;
  readonly #port = new ServedPort();

  private constructor(files: ReadonlyMap<string, SiteFile>, { reach, allowedHosts, machine }: ConsoleOptions) {
    this.#machine = machine;
    this.#files = files;
    this.#reach = reach;
    this.#isOwnName = ownNames(allowedHosts);
    this.#server = createServer((message, response) => void this.#answer(message, response));
  }

  /** Lists the files of the site and adds the configuration. */
  static async create(options: ConsoleOptions): Promise<ConsoleServer> {
    const content = Buffer.from(JSON.stringify(options.config));
    const config = fileOf('/config.json', hashOf(content), async () => content);
    return new ConsoleServer(new Map([...(await readSite(options.site)), ['/config.json', config]]), options);
  }

  /** Resolves to the port; 0 takes any free one. @throws when the port is not available */
  listen(port: LoopbackPort | number): Promise<number> {
    return this.#port.listen(this.#server, port);
  }

  stop(): Promise<void> {
    return this.#port.stop(0);
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (message.url ?? '/').split('?');
    // As in a distribution, the requested path selects the behavior.
    const page = pageOf(path);
    const headers = { ...consoleHeaders(policies[page](this.#reach)), ...(page === 'shared' ? sharedHeaders : {}) };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const { host: hosts = [] } = message.headersDistinct;
    if (hosts.length !== 1 || !this.#isOwnName(hosts[0])) {
      return refuse(response, 403, 'the Host header is not a name of this machine: use http://127.0.0.1');
    }
    if (path === '/machine' && this.#machine) return answerJson(response, this.#machine(message));
    if (message.method !== 'GET' && message.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return refuse(response, 405, 'the console has only files: use GET or HEAD');
    }
    const file = this.#files.get(this.#fileOf[page](path));
    if (file === undefined) return refuse(response, 404, 'there is no such file');
    await send(file, message, response);
  }
}

async function answerJson(
  response: ServerResponse,
  answer: ReturnType<NonNullable<ConsoleOptions['machine']>>,
): Promise<void> {
  const { status, content } = await answer.catch((error: Error) => ({
    status: 502,
    content: { detail: error.message },
  }));
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(content));
}

const policies = { app: appPolicy, reference: referencePolicy, shared: sharedPolicy } as const;

function pageOf(path: string): keyof typeof policies {
  if (path.startsWith('/reference')) return 'reference';
  return path.startsWith('/shared') ? 'shared' : 'app';
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

interface SiteFile {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly etag: string;
  read(): Promise<Buffer>;
}

/** The files of a built console, by URL path. Nothing else can be requested. */
async function readSite(directory: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, SiteFile]> => {
        const path = `/${relative(directory, file).split(sep).join('/')}`;
        return [path, fileOf(path, await tagOf(path, file), () => readFile(file))];
      }),
    ),
  );
}

function fileOf(path: string, hash: string, read: SiteFile['read']): SiteFile {
  return {
    contentType: contentTypeOf(path),
    cacheControl: cacheControlOf(path.slice(1)),
    etag: `"${hash}"`,
    read,
  };
}

/** Hashed files are identified by their names, because there are hundreds of them. */
async function tagOf(path: string, file: string): Promise<string> {
  return hashOf(isAsset(path.slice(1)) ? path : await readFile(file));
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

const functions = join(import.meta.dirname, '..', '..', 'console');

/** Loads a CloudFront function of the console, which maps the path of a request, percent-encoded, to that of a file. */
export function viewerRequest(page: keyof typeof policies): (uri: string) => string {
  const handler = runInNewContext(`${readFileSync(join(functions, `${page}-request.js`), 'utf8')}; handler`);
  return (uri) => handler({ request: { uri } }).uri;
}
