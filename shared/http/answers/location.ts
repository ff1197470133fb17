import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { basePathOf, type Middleware, nothingToDo } from '../middleware.ts';

/**
 * Adds the path of what was created. It begins with a slash: no host of a request gets into an answer. An answer that
 * is repeated for an Idempotency-Key has it too.
 */
export function locateCreated({ success }: Endpoint): Middleware {
  const { location } = success;
  if (location === undefined) return nothingToDo;
  return {
    after: ({ event, response }) => {
      if (!response) return;
      const values = { ...objectOf(event.body), ...event.pathParameters, ...objectOf(JSON.parse(response.body)) };
      const path = filledIn(location, values);
      if (path !== undefined) response.headers = { ...response.headers, Location: `${basePathOf(event)}${path}` };
    },
  };
}

/** @returns undefined where the answer created nothing that has a name. */
function filledIn(location: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const names = [...location.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => typeof values[name] !== 'string')) return undefined;
  return location.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
