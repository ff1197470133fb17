import { parseMicroseconds } from '../base/timestamps.ts';
import type { AgentContext } from './agent-app.ts';
import { HttpError, unprocessable } from './http-error.ts';

export function queryOf(c: AgentContext): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

/** The query of a URL that contains a file path, as in clients of 2025: with or without its leading slash. */
export function queryWithPath(c: AgentContext): URLSearchParams {
  const query = queryOf(c);
  const path = c.req.param('path') ?? '';
  query.set('path', path.startsWith('/') ? path : `/${path}`);
  return query;
}

/** The end of a route whose URL contains a file path. */
export const PATH_IN_ADDRESS = '/:path{.+}';

/** One of the allowed values; undefined if the parameter is absent. */
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

/** A time in microseconds since the epoch. The default zone is UTC, as for events. */
export function readMicroseconds(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  // An unescaped plus sign arrives as a space.
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

/** @throws HttpError 422 when the limit is no integer from 1 to 100, or the order is unknown */
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

/** One page of a list. A page ID is the ID of its first item. @throws HttpError 400 for an unknown page ID */
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
  const msg = `Input should be an integer from 1 to ${largestPage}`;
  throw unprocessable([{ type: 'int_range', loc: ['query', 'limit'], msg }]);
}
