import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** How a registry asks who calls: by a token, as public ones do, or by name and password, as ECR. */
export type Auth = 'token' | 'password';

export const PASSWORD = 'ecr-password';

interface Manifest {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** A registry on this machine: the part of the OCI distribution API that clients push and pull with. */
export class RegistryServer {
  readonly blobs = new Map<string, Buffer>();
  /** By digest and by tag. */
  readonly manifests = new Map<string, Manifest>();
  /** `GET /v2/…`, in the order of arrival; the token service's own beside them. */
  readonly requests: string[] = [];
  /** How many bytes of a blob are sent before the connection is cut, once for each entry. */
  readonly cuts = new Map<string, number[]>();
  /** What is sent instead of a blob. */
  readonly forged = new Map<string, Buffer>();
  /** Whether ranges are ignored, as some registries do. */
  ignoresRanges = false;
  /** Host and port. */
  readonly host: string;
  readonly #server: Server;
  readonly #auth: Auth;
  readonly #uploads = new Map<string, Buffer[]>();

  private constructor(server: Server, auth: Auth) {
    const address = server.address();
    this.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    this.#server = server;
    this.#auth = auth;
    server.on('request', (request, response) => void this.#handle(request, response));
  }

  static async start(auth: Auth): Promise<RegistryServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RegistryServer(server, auth);
  }

  async stop(): Promise<void> {
    this.#server.close().closeAllConnections();
    await once(this.#server, 'close');
  }

  count(pattern: RegExp): number {
    return this.requests.filter((request) => pattern.test(request)).length;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', `http://${this.host}`);
    this.requests.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/token')
      return answer(response, 200, { token: `token-for-${url.searchParams.get('scope')}` });
    if (!this.#isAllowed(request)) return this.#challenge(response);
    const [, kind, reference = ''] = /^\/v2\/.+\/(manifests|blobs)\/(.+)$/.exec(url.pathname) ?? [];
    if (kind === 'manifests') return this.#manifest(request, response, reference);
    if (kind === 'blobs' && reference.startsWith('uploads')) return this.#upload(request, response, url);
    return this.#blob(request, response, reference);
  }

  #isAllowed({ headers: { authorization = '' } }: IncomingMessage): boolean {
    if (this.#auth === 'token') return authorization.startsWith('Bearer token-for-repository:');
    return authorization === `Basic ${Buffer.from(`AWS:${PASSWORD}`).toString('base64')}`;
  }

  #challenge(response: ServerResponse): void {
    const bearer = `Bearer realm="http://${this.host}/token",service="${this.host}"`;
    response.setHeader('www-authenticate', this.#auth === 'token' ? bearer : `Basic realm="${this.host}"`);
    answer(response, 401, { errors: [{ code: 'UNAUTHORIZED' }] });
  }

  async #manifest(request: IncomingMessage, response: ServerResponse, reference: string): Promise<void> {
    if (request.method === 'PUT') {
      const bytes = await bodyOf(request);
      const missing = this.#missingParts(bytes);
      if (missing.length > 0) return answer(response, 400, { errors: [{ code: 'MANIFEST_UNKNOWN', detail: missing }] });
      const manifest = { bytes, mediaType: String(request.headers['content-type']) };
      this.manifests.set(reference, manifest).set(digestOf(bytes), manifest);
      return answer(response, 201, {});
    }
    const found = this.manifests.get(reference);
    if (!found) return answer(response, 404, { errors: [{ code: 'MANIFEST_UNKNOWN' }] });
    response.setHeader('content-type', found.mediaType).setHeader('docker-content-digest', digestOf(found.bytes));
    response.end(request.method === 'HEAD' ? undefined : found.bytes);
  }

  /** A registry takes a manifest only when it has everything that the manifest names. */
  #missingParts(bytes: Buffer): readonly string[] {
    const { config, layers = [], manifests = [] } = JSON.parse(bytes.toString('utf8'));
    const blobs = [...(config ? [config] : []), ...layers].filter(({ digest }) => !this.blobs.has(digest));
    return [...blobs, ...manifests.filter(({ digest }: { digest: string }) => !this.manifests.has(digest))].map(
      ({ digest }) => digest,
    );
  }

  async #upload(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const id = request.method === 'POST' ? String(this.#uploads.size + 1) : (url.searchParams.get('upload') ?? '');
    response.setHeader('location', `${url.pathname}?upload=${id}`);
    if (request.method === 'POST') this.#uploads.set(id, []);
    const chunks = this.#uploads.get(id);
    if (!chunks) return answer(response, 404, { errors: [{ code: 'BLOB_UPLOAD_UNKNOWN' }] });
    if (request.method === 'POST') return answer(response, 202, {});
    try {
      chunks.push(await bodyOf(request));
    } catch {
      // The client gave the upload up: there is no one to answer.
      return;
    }
    if (request.method === 'PATCH') return answer(response, 202, {});
    const bytes = Buffer.concat(chunks);
    const digest = url.searchParams.get('digest') ?? '';
    if (digestOf(bytes) !== digest) return answer(response, 400, { errors: [{ code: 'DIGEST_INVALID' }] });
    this.blobs.set(digest, bytes);
    answer(response, 201, {});
  }

  #blob(request: IncomingMessage, response: ServerResponse, digest: string): void {
    const content = this.forged.get(digest) ?? this.blobs.get(digest);
    if (!content) answer(response, 404, { errors: [{ code: 'BLOB_UNKNOWN' }] });
    else if (request.method === 'HEAD') answer(response, 200, undefined);
    else this.#send(request, response, content, this.cuts.get(digest)?.shift());
  }

  #send({ headers }: IncomingMessage, response: ServerResponse, content: Buffer, cut: number | undefined): void {
    const from = this.ignoresRanges ? 0 : Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
    if (cut === undefined) response.end(content.subarray(from));
    else response.write(content.subarray(from, from + cut), () => response.destroy());
  }
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, status: number, content: object | undefined): void {
  response.statusCode = status;
  response.end(content === undefined ? undefined : JSON.stringify(content));
}
