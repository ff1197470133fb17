import { parseMicroseconds } from '../base/timestamps.ts';
import type { AgentContext } from './agent-app.ts';
import { HttpError, unprocessable } from './http-error.ts';

/** The parameters of a request's address. */
export function queryOf(c: AgentContext): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

/** The same with the path in the address itself, as clients of 2025 send it: with or without its first slash. */
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

const largestPage = 100;

interface PageRequest {
  readonly pageId?: string | undefined;
  readonly limit: number;
  readonly newestFirst: boolean;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next_page_id: string | null;
}

/** @throws HttpError 422 when the limit is not a whole number from 1 to 100, or the order is unknown. */
export function readPage(
  query: URLSearchParams,
  orders: readonly [ascending: string, descending: string],
): PageRequest {
  return {
    pageId: query.get('page_id') || undefined,
    limit: readLimit(query.get('limit')),
    newestFirst: readChoice(query, 'sort_order', orders) === orders[1],
  };
}

/** One page of a list; a page id is its first item's. @throws HttpError 400 for an unknown one, which could loop */
export function pageOf<T extends { readonly id: string }>(items: readonly T[], page: PageRequest): Page<T> {
  const ordered = page.newestFirst ? items.toReversed() : items;
  const start = page.pageId === undefined ? 0 : ordered.findIndex((item) => item.id === page.pageId);
  if (start < 0) throw new HttpError(400, 'Unknown page_id');
  const end = start + page.limit;
  return { items: ordered.slice(start, end), next_page_id: ordered[end]?.id ?? null };
}

export function readLimit(value: string | null): number {
  if (value === null || value === '') return largestPage;
  const limit = Number(value);
  if (Number.isInteger(limit) && limit > 0 && limit <= largestPage) return limit;
  const msg = `Input should be a whole number from 1 to ${largestPage}`;
  throw unprocessable([{ type: 'int_range', loc: ['query', 'limit'], msg }]);
}
