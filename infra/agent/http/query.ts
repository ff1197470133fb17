import { parseMicroseconds } from '../base/timestamps.ts';
import type { AgentContext } from './agent-app.ts';
import { unprocessable } from './http-error.ts';

/** The parameters of a request's address. */
export function queryOf(c: AgentContext): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

/** The same with the path that stands in the address itself, as clients of 2025 send it: with or without its first slash. */
export function queryWithPath(c: AgentContext): URLSearchParams {
  const query = queryOf(c);
  const path = c.req.param('path') ?? '';
  query.set('path', path.startsWith('/') ? path : `/${path}`);
  return query;
}

/** The end of a route whose address holds a path. */
export const PATH_IN_ADDRESS = '/:path{.+}';

/** One of the allowed values, or undefined when the parameter is absent. */
export function readChoice<T extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  const choice = allowed.find((known) => known === value);
  if (choice) return choice;
  throw unprocessable([{ type: 'enum', loc: ['query', name], msg: `Input should be ${allowed.join(', ')}` }]);
}

/** A time in microseconds since the epoch; one without an offset is in UTC, as the times of events are. */
export function readMicroseconds(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  // A plus sign that a client forgot to escape arrives as a blank.
  const time = parseMicroseconds(value.replace(/ (?=\d\d:?\d\d$)/, '+'));
  if (!Number.isNaN(time)) return time;
  throw unprocessable([{ type: 'datetime_parsing', loc: ['query', name], msg: 'Input should be a valid datetime' }]);
}

export function readFlag(query: URLSearchParams, name: string): boolean {
  return /^(true|1|yes|on)$/i.test(query.get(name) ?? '');
}

export function readWholeNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw unprocessable([{ type: 'int_parsing', loc: ['query', name], msg: 'Input should be a valid integer' }]);
}
