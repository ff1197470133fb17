import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { ProviderUnreachable, SignInRefused } from '../../../shared/client/people/failures.ts';

/** The agent server rejected a request. The service itself did not respond. */
export class AgentFailure extends Error {
  constructor(status: number) {
    super(`The agent server responded with status ${status}.`);
    this.name = 'AgentFailure';
  }
}

/** A failure as people read it. */
interface Failure {
  readonly title: string;
  readonly detail: string;
  /** What to do next; undefined where the detail includes it. */
  readonly remedy?: string | undefined;
  readonly requestId?: string | undefined;
  /** Whether a retry can succeed. */
  readonly canRetry: boolean;
}

/** Whether no response arrived: the connection failed, or the request was given up. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** Describes a failure by what a person can do about it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiProblem) return ofProblem(error);
  if (error instanceof AgentFailure) {
    return {
      title: 'The agent could not complete this action',
      detail: error.message,
      remedy: 'Try again in a few seconds. If the problem continues, reload the page.',
      canRetry: true,
    };
  }
  if (error instanceof ProviderUnreachable) {
    return {
      title: 'The identity provider is not responding',
      detail: error.message,
      remedy: 'You stay signed in, and it is asked again. If it does not answer for long, tell your administrator.',
      canRetry: true,
    };
  }
  if (error instanceof SignInRefused)
    return { title: 'You are not signed in', detail: error.message, remedy: 'Try again.', canRetry: true };
  if (isUnanswered(error)) {
    return navigator.onLine
      ? {
          title: 'The service is not responding',
          detail: error instanceof DOMException ? error.message : 'The request got no response.',
          remedy: 'Check that the service is running and reachable from this network, then try again.',
          canRetry: true,
        }
      : {
          title: 'You are offline',
          detail: 'This device has no network connection.',
          remedy: 'Reconnect, then try again.',
          canRetry: true,
        };
  }
  return {
    title: 'Something went wrong in the console',
    detail: error instanceof Error ? error.message : String(error),
    remedy: 'Reload the page.',
    canRetry: true,
  };
}

function ofProblem(problem: ApiProblem): Failure {
  const { status, message, requestId, retryAfterSeconds } = problem;
  const common = { detail: message, requestId: requestId ?? undefined };
  const later = retryAfterSeconds === null ? undefined : `Try again in ${Math.ceil(retryAfterSeconds)} s.`;
  if (status === 401) return { ...common, title: 'Not signed in', canRetry: false };
  if (status === 403) {
    const scope = problem.problem?.required_scope;
    const remedy =
      scope === undefined
        ? undefined
        : `It needs the scope ${scope}: ask an administrator for a role or a key that has it.`;
    return { ...common, title: 'Permission denied', remedy, canRetry: false };
  }
  if (status === 404) return { ...common, title: 'Not found', remedy: 'It may have been deleted.', canRetry: false };
  if (status === 409) return { ...common, title: 'Not possible right now', remedy: later, canRetry: true };
  if (status === 422 || status === 400) return { ...common, title: 'Invalid input', canRetry: false };
  if (status === 429) return { ...common, title: 'Too many requests', remedy: later, canRetry: true };
  if (status >= 500) {
    const remedy = later ?? 'Try again. If it keeps failing, send the request ID to the operator of the service.';
    return { ...common, title: 'Service error', remedy, canRetry: true };
  }
  return { ...common, title: `The service responded with status ${status}`, canRetry: true };
}

export type FieldErrors = Readonly<Record<string, string>>;

/** The messages about single fields of a rejected request, by field name (`limits.sandboxes`). */
export function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiProblem)) return {};
  const errors = error.problem?.errors ?? [];
  // `loc` starts with the part of the request: body, query, path.
  return Object.fromEntries(errors.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]));
}

/** Assigns the messages about a request to the fields of a form. @param names the request field of each form field */
export function errorsFor<Field extends string>(names: Readonly<Record<Field, string>>) {
  return (errors: FieldErrors): Partial<Record<Field, string>> => {
    const found = Object.entries<string>(names).flatMap(([field, name]) => {
      const entry = Object.entries(errors).find(([one]) => one === name || one.startsWith(`${name}.`));
      return entry ? [[field, entry[1]]] : [];
    });
    return Object.fromEntries(found);
  };
}
