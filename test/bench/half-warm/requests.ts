import { median } from '../statistics.ts';
import type { Course, Measurement } from '../tapes/measure.ts';
import { AUTHORIZER } from '../tapes/subjects.ts';

/** The requests of the comparison, as its table calls them. The authorizer precedes each of them. */
export const requests = {
  'list-app-conversations': 'list of conversations',
  'get-app-conversation': 'one conversation',
  'search-sandboxes': 'sandboxes',
  'get-settings': 'settings',
  'search-sandbox-specs': 'sandbox specs',
} as const;

export type RequestId = keyof typeof requests;
export const requestIds = Object.keys(requests) as readonly RequestId[];

/** What is measured: the endpoints, and what runs before each of them. */
export const measuredIds = [...requestIds, AUTHORIZER];

/** The requests that one instance answers, in parts; each ends with the request of this number. */
export const spans = [10, 100, 1_000] as const;

/** A shorter life of an instance, for a check that takes seconds. */
export const shortSpans = [10, 100] as const;

/** Milliseconds of CPU per request, by span, and over all of them. */
export interface PerRequest {
  readonly spans: readonly number[];
  readonly all: number;
}

/** Every request is measured on its own, the first two among them. */
export const courseTo = (last: number): Course => ({ warmCalls: 0, warmMs: 0, measuredCalls: last - 2, heldCalls: 0 });

/** Medians over the processes. */
export function perRequest(measurements: readonly Measurement[], ends: readonly number[]): PerRequest {
  const lives = measurements.map(({ first, second, warm }) => [first, second, ...warm].map(({ cpuMs }) => cpuMs));
  const meanOf = (from: number, to: number) =>
    median(lives.map((life) => life.slice(from, to).reduce((sum, each) => sum + each, 0) / (to - from)));
  const parts = ends.map((end, at) => meanOf(ends[at - 1] ?? 0, end));
  return { spans: parts, all: meanOf(0, ends.at(-1) ?? 0) };
}
