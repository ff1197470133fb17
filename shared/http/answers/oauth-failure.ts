import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import { AppError } from '../../platform/errors/errors.ts';

/** What OAuth calls failures that have another name here. Codes of OAuth's own are the same in both places. */
const names: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'invalid_request',
  payload_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  // Others wrote the same at this moment: a device that polls goes on, as with what it asks too early.
  conflict: 'slow_down',
  rate_limited: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** Instead of the type of problem details: OAuth clients expect plain JSON, which no cache keeps. */
export const oauthHeaders = { 'Content-Type': 'application/json', Pragma: 'no-cache' } as const;

/** The failure with the fields that OAuth clients read (RFC 6749, section 5.2), beside those of every failure. */
export function asOAuthFailure({ code: given, message, cause, extensions }: AppError): AppError {
  // OAuth knows 400 for every request that cannot be understood.
  const code = given === 'validation_failed' ? 'malformed_request' : given;
  return new AppError(code, message, {
    cause,
    extensions: { error: names[code] ?? code, error_description: inAscii(message), ...extensions },
  });
}

/** What may stand in `error_description`: printable ASCII without quotation marks and backslashes. */
function inAscii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
