import type { ErrorCode } from '../../contract/error-codes.ts';
import { AppError } from '../../platform/errors/errors.ts';

/** A failure under the names that OAuth clients read, beside our own. */
export function oauthError(code: ErrorCode, detail: string): AppError {
  return new AppError(code, detail, { extensions: { error: code, error_description: detail } });
}
