import type { components } from './api-types.ts';

/** The body of an error. */
export type ProblemBody = components['schemas']['Problem'];

/** An error response of the service. Branch on `code`; `message` can be shown to people. */
export class ApiProblem extends Error {
  readonly status: number;
  /** The kind of error, such as `not_found`; `unknown` when a proxy responded. */
  readonly code: string;
  /** The id of the request, for support. */
  readonly requestId: string | null;
  /** Seconds to wait before another attempt; null when the service names none. */
  readonly retryAfterSeconds: number | null;
  /** The whole body; undefined when it is not a problem detail. */
  readonly problem: ProblemBody | undefined;

  constructor(response: Response, problem: ProblemBody | undefined) {
    super(problem?.detail ?? `The service responded with ${response.status}.`);
    this.name = 'ApiProblem';
    this.status = response.status;
    this.code = problem?.code ?? 'unknown';
    this.requestId = problem?.request_id ?? response.headers.get('x-request-id');
    this.retryAfterSeconds = retryAfterSeconds(response);
    this.problem = problem;
  }
}

/** Reads an error response. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  return new ApiProblem(response, /^application\/(problem\+)?json\b/.test(type) ? parsed(text) : undefined);
}

/** OAuth endpoints send problems as plain JSON; the JSON of a proxy has no code. */
function parsed(text: string): ProblemBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body ? (body as ProblemBody) : undefined;
  } catch {
    // A truncated body: the status is enough.
    return undefined;
  }
}

/** Retry-After in seconds, from either of its two forms; null without the header. */
export function retryAfterSeconds({ headers }: Response): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
