import type { ProblemExtensions } from '../../../contract/shapes/problem.ts';

/** The reasons of the slow way, by the `code` of the problem. The edge uses the first two and `unavailable`, too. */
export const addressProblems = {
  sandbox_address_invalid: { status: 403, title: 'Forbidden' },
  sandbox_key_needed: { status: 401, title: 'Unauthorized' },
  gone: { status: 410, title: 'Gone' },
  sandbox_paused: { status: 409, title: 'Conflict' },
  sandbox_failed: { status: 409, title: 'Conflict' },
  sandbox_starting: { status: 503, title: 'Service Unavailable' },
  unavailable: { status: 503, title: 'Service Unavailable' },
  rate_limited: { status: 429, title: 'Too Many Requests' },
  wake_limit_exceeded: { status: 429, title: 'Too Many Requests' },
  start_refused: { status: 429, title: 'Too Many Requests' },
  concurrency_limit_exceeded: { status: 429, title: 'Too Many Requests' },
  quota_exceeded: { status: 429, title: 'Too Many Requests' },
  owner_suspended: { status: 403, title: 'Forbidden' },
  internal_error: { status: 500, title: 'Internal Server Error' },
} as const;

export type AddressCode = keyof typeof addressProblems;

/** A step of a start, for people. */
export interface StartStep {
  readonly step: string;
  readonly at: string;
}

/** The response to a request at a lasting address that the edge could not forward. */
export type Reply =
  /** To the same URL, or to another one of the same port. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** To a page of an opened port, which the browser can then use. */
  | { readonly kind: 'let-in'; readonly location: string; readonly cookie?: AdmittingCookie }
  | Refusal;

export interface AdmittingCookie {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
}

/** For people at a port that requires a key. */
export const HOW_TO_OPEN =
  'Its owner can create a link with `acs sandboxes open` or POST /api/v1/sandboxes/{sandbox_id}/ports/{port_id}/open-in-browser.';

export interface Refusal {
  readonly kind: 'refusal';
  readonly code: AddressCode;
  /** What is wrong, and what to do. */
  readonly detail: string;
  /** In seconds. */
  readonly retryAfter?: number;
  /** Whether the page for a browser tries again by itself. */
  readonly reloads?: boolean;
  readonly steps?: readonly StartStep[];
  readonly extensions?: ProblemExtensions;
}

export function refused(code: AddressCode, detail: string, more: Omit<Partial<Refusal>, 'kind'> = {}): Refusal {
  return { kind: 'refusal', code, detail, ...more };
}
