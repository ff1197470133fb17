import type { AppError } from '../../platform/errors.ts';
import type { Problem } from './problem.ts';

/**
 * A format of failures that the clients of some endpoints expect instead of problem details (`failures` of the
 * contract). An operation names its format, so that the bundles of the others do not contain it.
 */
export interface FailureFormat {
  /** Rewrites an error before it becomes a problem. */
  readonly of?: (error: AppError) => AppError;
  /** Changes the problem, such as its status. */
  readonly as?: (problem: Problem) => Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** Additional headers for a problem. */
  readonly headersOf?: (problem: Problem) => Readonly<Record<string, string>>;
  /** The body for a problem, if it is not the problem itself. */
  readonly body?: (problem: Problem) => object;
}
