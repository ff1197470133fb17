import type { ErrorCode } from '../../../contract/endpoint/error-codes.ts';
import type { ProblemExtensions } from '../../../contract/shapes/problem.ts';
import { AppError } from '../../../platform/errors.ts';

/** A failure whose code is one of OAuth's own. */
export function oauthError(code: ErrorCode, detail: string, extensions: ProblemExtensions = {}): AppError {
  return new AppError(code, detail, { extensions });
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

interface TokenRequest {
  readonly grant_type?: string | undefined;
  readonly client_id?: string | undefined;
}

/**
 * The grant that a token request names has to be the one of device codes. The command line client names none, and
 * sends `device_code` alone: that one form is accepted too. A parameter without a value is none (RFC 6749, 3.2).
 *
 * @throws AppError `unsupported_grant_type`, `malformed_request`
 */
export function requireDeviceGrant({ grant_type: grant = '', client_id: client = '' }: TokenRequest): void {
  if (grant === DEVICE_GRANT || (grant === '' && client === '')) return;
  const remedy = `Send grant_type=${DEVICE_GRANT}.`;
  if (grant === '') throw new AppError('malformed_request', `body.grant_type: This field is missing. ${remedy}`);
  throw oauthError('unsupported_grant_type', `body.grant_type: This grant is not supported. ${remedy}`);
}
