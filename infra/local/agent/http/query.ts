import type { PageRequest } from '../events/search.ts';
import { parseMicroseconds } from '../timestamps.ts';
import { unprocessable } from './http-error.ts';

const largestPage = 100;

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

export function readLimit(value: string | null): number {
  if (value === null || value === '') return largestPage;
  const limit = Number(value);
  if (Number.isInteger(limit) && limit > 0 && limit <= largestPage) return limit;
  const msg = `Input should be a whole number from 1 to ${largestPage}`;
  throw unprocessable([{ type: 'int_range', loc: ['query', 'limit'], msg }]);
}
