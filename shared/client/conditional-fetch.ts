/** The most responses to keep, and their length in characters. */
const MOST = 100;
const MOST_TEXT = 1_000_000;

interface Kept {
  readonly etag: string;
  readonly body: string;
  readonly headers: Headers;
}

/**
 * `fetch` that keeps responses with an `ETag` and asks whether they have changed. A 304 becomes the response that was
 * kept. Use one for each API key: the next key must not see the responses of another.
 */
export function conditionally(send: typeof fetch): typeof fetch {
  const responses = new Map<string, Kept>();
  const keep = (url: string, kept: Kept): void => {
    // The map has the order of insertion: the first is the one that was not requested for the longest time.
    responses.delete(url);
    responses.set(url, kept);
    for (const oldest of responses.keys()) if (responses.size > MOST) responses.delete(oldest);
  };
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'GET' || request.headers.has('if-none-match')) return send(request);
    const kept = responses.get(request.url);
    const response = await send(kept ? conditional(request, kept) : request);
    if (response.status === 304 && kept) {
      keep(request.url, kept);
      return new Response(kept.body, { status: 200, headers: renewed(kept.headers, response.headers) });
    }
    const { status, headers } = response;
    const etag = headers.get('etag');
    if (status !== 200 || etag === null || !isJson(headers) || !isUncached(headers)) {
      responses.delete(request.url);
      return response;
    }
    const body = await response.text();
    if (body.length <= MOST_TEXT) keep(request.url, { etag, body, headers });
    return new Response(body, { status, headers });
  };
}

/**
 * Browsers answer preflight requests from their cache only if the cache mode lets them. A condition alone would imply
 * `no-store`, and so a preflight request each time. There is nothing in the cache to be forced: see `isUncached`.
 */
function conditional(request: Request, { etag }: Kept): Request {
  const asked = new Request(request, { cache: 'force-cache' });
  asked.headers.set('if-none-match', etag);
  return asked;
}

/** Other responses are revalidated by the browser's own cache. */
function isUncached(headers: Headers): boolean {
  return headers.get('cache-control') === 'no-store';
}

function isJson(headers: Headers): boolean {
  return /[/+]json\b/.test(headers.get('content-type') ?? '');
}

/** The headers of a kept response with those of the 304, such as the rate limit, but for what describes its body. */
function renewed(kept: Headers, fresh: Headers): Headers {
  const headers = new Headers(kept);
  for (const [name, value] of fresh) if (!name.startsWith('content-')) headers.set(name, value);
  return headers;
}
