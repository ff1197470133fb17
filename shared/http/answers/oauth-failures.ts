import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import { AppError } from '../../platform/errors.ts';
import type { FailureFormat } from './failure-format.ts';

/** OAuth names of failures with other codes in this API. OAuth's own codes are the same in both. */
const names: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'invalid_request',
  payload_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  // A device continues to poll after a lost race.
  conflict: 'slow_down',
  rate_limited: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** OAuth clients expect plain JSON, and no caching, instead of problem details. */
export const oauthHeaders = { 'Content-Type': 'application/json', Pragma: 'no-cache' } as const;

export const oauthFailures: FailureFormat = { of: asOAuthFailure, headers: oauthHeaders };

/** Adds the fields that OAuth clients read (RFC 6749, section 5.2). */
export function asOAuthFailure({ code: given, message, cause, extensions }: AppError): AppError {
  // OAuth uses 400 for all invalid requests.
  const code = given === 'validation_failed' ? 'malformed_request' : given;
  return new AppError(code, message, {
    cause,
    extensions: { error: names[code] ?? code, error_description: toAscii(message), ...extensions },
  });
}

/** Text for `error_description`: printable ASCII without quotation marks and backslashes. */
function toAscii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
