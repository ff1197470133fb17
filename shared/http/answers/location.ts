import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { basePathOf, type Middleware, noOp } from '../middleware.ts';

/**
 * Adds the path of a created resource, also to a repeated response. It begins with a slash, so that no host name from a
 * request gets into a response.
 */
export function locateCreated({ success }: Endpoint): Middleware {
  const { location } = success;
  if (location === undefined) return noOp;
  return {
    after: ({ event, response }) => {
      if (!response) return;
      const values = { ...objectOf(event.body), ...event.pathParameters, ...objectOf(JSON.parse(response.body)) };
      const path = filledIn(location, values);
      if (path !== undefined) response.headers = { ...response.headers, Location: `${basePathOf(event)}${path}` };
    },
  };
}

/** @returns undefined when the response names no created resource */
function filledIn(location: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const names = [...location.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => typeof values[name] !== 'string')) return undefined;
  return location.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
