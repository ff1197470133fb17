import { createServer, type IncomingMessage } from 'node:http';

/** A request to a provider. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** How a provider may treat a request instead of answering it; undefined answers it. */
export type Trouble = (asked: Asked) => Answer | 'silence' | 'hang up' | undefined;

/** A git provider over HTTP on this machine. */
export interface ProviderServer {
  readonly url: string;
  /** As an owner names it beside a token. */
  readonly host: string;
  /** The requests so far. */
  readonly asked: Asked[];
  trouble: Trouble;
  close(): Promise<void>;
}

export async function startProvider(answer: (asked: Asked) => Answer): Promise<ProviderServer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', headers } = request;
    const asked = { method, path: pathname, query: searchParams, headers, body: Buffer.concat(chunks).toString() };
    provider.asked.push(asked);
    const given = provider.trouble(asked) ?? answer(asked);
    if (given === 'silence') return;
    if (given === 'hang up') return request.socket.destroy();
    const { status = 200, headers: extra = {}, body = '' } = given;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...extra }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the provider has no port');
  const provider: ProviderServer = {
    url: `http://127.0.0.1:${address.port}`,
    host: `127.0.0.1:${address.port}`,
    asked: [],
    trouble: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

/** The items of a page by its number, as several providers count them. */
export function pageOf<T>(items: readonly T[], query: URLSearchParams, defaultSize = 30) {
  const size = Number(query.get('per_page') ?? defaultSize);
  const page = Number(query.get('page') ?? 1);
  const hasMore = items.length > page * size;
  return { items: items.slice((page - 1) * size, page * size), page, hasMore };
}
