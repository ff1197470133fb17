import type { Answering, StubAnswer, StubRequest } from './stub-server.ts';

export type Handler = (request: StubRequest, parts: Readonly<Record<string, string>>) => StubAnswer;

/** Routes in order. `:name` matches one path part, a final `*` matches the rest. */
export function routed(routes: Readonly<Record<string, Handler>>, notFound: StubAnswer): Answering {
  return (request) => {
    for (const [pattern, handler] of Object.entries(routes)) {
      const parts = matching(pattern.split('/').slice(1), request.path);
      if (parts) return handler(request, parts);
    }
    return notFound;
  };
}

function matching(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (part === '*') return { ...found, rest: path.slice(index).join('/') };
    const actual = path[index];
    if (actual === undefined) return undefined;
    if (part.startsWith(':')) found[part.slice(1)] = actual;
    else if (part !== actual) return undefined;
  }
  return pattern.length === path.length ? found : undefined;
}

/** One page by number and size. */
export function pageByNumber<T>(all: readonly T[], page: number, size: number) {
  const items = all.slice((page - 1) * size, page * size);
  return { items, hasNext: page * size < all.length };
}

export const numberIn = (query: URLSearchParams, name: string, otherwise: number) =>
  Number(query.get(name) ?? otherwise);
