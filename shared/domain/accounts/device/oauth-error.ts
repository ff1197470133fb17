import type { ErrorCode } from '../../../contract/endpoint/error-codes.ts';
import { AppError, type ProblemExtensions } from '../../../platform/errors/errors.ts';

/** A failure whose code is one of OAuth's own. */
export function oauthError(code: ErrorCode, detail: string, extensions: ProblemExtensions = {}): AppError {
  return new AppError(code, detail, { extensions });
}
