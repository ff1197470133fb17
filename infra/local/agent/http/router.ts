import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { HttpError } from './http-error.ts';

/** A request that has found its route. */
export interface RoutedRequest {
  readonly incoming: IncomingMessage;
  readonly query: URLSearchParams;
  /** A segment of the path by its name in the route; empty if the route has none of that name. */
  param(name: string): string;
}

export interface Reply {
  readonly status: number;
  /** Sent as JSON. Absent for an answer without a body. */
  readonly body?: unknown;
  /** Sent as it is, with headers that describe it. */
  readonly content?: Readable;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/**
 * `open` routes answer anyone, `init` routes serve the deferred start and check their own key, `session` routes need the server
 * to be initialised and one of its session keys.
 */
export type Access = 'open' | 'init' | 'session';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Literal segments and `{named}` ones. */
  readonly path: string;
  readonly access: Access;
  readonly handle: (request: RoutedRequest) => Reply | Promise<Reply>;
}

export interface Match {
  readonly route: Route;
  readonly params: ReadonlyMap<string, string>;
}

/** Finds the route of a request. A literal segment wins over a named one, so `/search` is never read as an id. */
export class Router {
  private readonly routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    this.routes = [...routes].sort((one, other) => namedSegments(one) - namedSegments(other));
  }

  /** @throws HttpError 404 for an unknown path, 405 for a known path with another method. */
  find(method: string, pathname: string): Match {
    const segments = pathname.replace(/(?<=.)\/$/, '').split('/');
    const allowed: string[] = [];
    for (const route of this.routes) {
      const params = match(route.path.split('/'), segments);
      if (!params) continue;
      if (route.method === method) return { route, params };
      allowed.push(route.method);
    }
    throw allowed.length > 0 ? new HttpError(405, undefined, { Allow: allowed.join(', ') }) : new HttpError(404);
  }
}

function namedSegments(route: Route): number {
  return route.path.split('{').length;
}

function match(pattern: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!expected.startsWith('{')) {
      if (segment !== expected) return undefined;
      continue;
    }
    const value = decode(segment);
    if (!value) return undefined;
    params.set(expected.slice(1, -1), value);
  }
  return params;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A malformed escape names nothing, so the path is unknown.
    return undefined;
  }
}
