import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';

export interface DocumentedRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** Parsed JSON; undefined without a body. */
  readonly body?: unknown;
}

/** What the contract refuses of a request, as a sentence; undefined if nothing. */
export function problemOfRequest({ method, path, query, body }: DocumentedRequest): string | undefined {
  const here = endpoints.filter((one: Endpoint) => one.method === method && patternOf(one.path).test(path));
  // A literal route comes before one with parameters.
  const [endpoint]: readonly Endpoint[] = here.toSorted(
    (one, other) => one.path.split('{').length - other.path.split('{').length,
  );
  if (endpoint === undefined) return `no endpoint for ${method} ${path}`;
  const asked = Object.fromEntries(query ?? []);
  const known = Object.keys(endpoint.query?.shape ?? {});
  const unknown = Object.keys(asked).find((name) => !known.includes(name));
  if (unknown !== undefined) return `${method} ${path} has no query parameter ${unknown}`;
  if (body === undefined) return undefined;
  const parsed = endpoint.body?.safeParse(body);
  if (parsed === undefined) return `${method} ${path} takes no body`;
  if (!parsed.success) return `${method} ${path}: ${parsed.error.message}`;
  const dropped = lostIn(body, parsed.data);
  return dropped && `${method} ${path} has no field ${dropped}`;
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\+\}/g, '.+').replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** The first field that a schema does not know, and therefore left out. */
function lostIn(given: unknown, read: unknown): string | undefined {
  if (!isObject(given) || !isObject(read)) return undefined;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(read, name)) return name;
    const inside = lostIn(value, read[name]);
    if (inside !== undefined) return `${name}.${inside}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
