import type { components } from './api-types.ts';

/** The body of a failure, as the service describes it. */
export type ProblemBody = components['schemas']['Problem'];

/** A failure that the service has answered. Tell failures apart by `code`; `message` can be shown to people. */
export class ApiProblem extends Error {
  readonly status: number;
  /** The kind of failure, such as `not_found`; `unknown` when a proxy in between has answered. */
  readonly code: string;
  /** The id by which support finds the request. */
  readonly requestId: string | null;
  /** How many seconds to wait before another try, where the service has said so. */
  readonly retryAfterSeconds: number | null;
  /** The whole body; undefined where it is no problem detail. */
  readonly problem: ProblemBody | undefined;

  constructor(response: Response, problem: ProblemBody | undefined) {
    super(problem?.detail ?? `The service answered ${response.status}.`);
    this.name = 'ApiProblem';
    this.status = response.status;
    this.code = problem?.code ?? 'unknown';
    this.requestId = problem?.request_id ?? response.headers.get('x-request-id');
    this.retryAfterSeconds = retryAfterSeconds(response);
    this.problem = problem;
  }
}

/** Reads a failed answer. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  return new ApiProblem(response, /^application\/(problem\+)?json\b/.test(type) ? parsed(text) : undefined);
}

/** The endpoints of OAuth answer problems as plain JSON; that of a proxy in between is none. */
function parsed(text: string): ProblemBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body ? (body as ProblemBody) : undefined;
  } catch {
    // Cut off on its way: the status still says what has happened.
    return undefined;
  }
}

/** The header Retry-After in seconds, whichever of its two forms it has. Null where there is none. */
export function retryAfterSeconds({ headers }: Response): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
