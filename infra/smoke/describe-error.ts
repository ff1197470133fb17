import { ApiProblem } from '../../shared/client/api-problem.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { Interrupted, StepFailed } from './until.ts';

const sentences = [StepFailed, Interrupted, UserError, AppError] as const;

/** The reason of a failure in one line, with what support needs to find it. */
export function describeError(error: unknown): string {
  if (error instanceof ApiProblem) {
    const request = error.requestId === null ? '' : ` (request ${error.requestId})`;
    return `The service answered ${error.status} ${error.code}: ${error.message}${request}`;
  }
  if (!(error instanceof Error)) return String(error);
  if (sentences.some((kind) => error instanceof kind)) return error.message;
  return [`${error.name}: ${error.message}`, causeOf(error)].filter((text) => text !== '').join(' ');
}

/** `fetch` says only that it failed; its cause says why. */
function causeOf({ cause }: Error): string {
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return `(${[code, cause.message].filter((text) => text !== '').join(': ')})`;
}
