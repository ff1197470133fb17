/** Every way in which a request can fail, as callers see it in `code`. The list is closed: `shared/http/problem.ts` maps each to a status. */
export type ErrorCode =
  | 'malformed_request'
  | 'too_many_ids'
  // The next five are OAuth's own, for a program that waits until a person has approved it (RFC 8628).
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'access_denied'
  | 'invalid_grant'
  | 'unauthenticated'
  | 'forbidden'
  | 'insufficient_scope'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'concurrency_limit_exceeded'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'message_queue_full'
  | 'internal_error'
  | 'bad_gateway'
  | 'unavailable'
  | 'gateway_timeout';

/** One bad field. `loc` is the path as clients of this interface know it, `pointer` the same as a JSON pointer (RFC 6901). */
export interface FieldError {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly pointer: string;
}

/** A limit that a request would have gone beyond. */
export interface ExceededLimit {
  /** Whose limit: the owner's over all of their keys, or that of the key that was used. */
  readonly scope: 'owner' | 'key';
  readonly unit: 'sandboxes' | 'usd' | 'sandbox_hours';
  readonly limit: number;
  readonly used: number;
  /** When what is used counts anew; null where it does not by itself. */
  readonly resets_at: string | null;
}

/** What an error may add to its problem body, by the names that clients read. */
export interface ProblemExtensions {
  readonly errors?: readonly FieldError[];
  readonly running_sandbox_ids?: readonly string[];
  /** Which limits the request would have gone beyond, by the names that the limit headers use. */
  readonly 'violated-policies'?: readonly string[];
  readonly limit?: ExceededLimit;
  readonly retry_after_seconds?: number;
  readonly msg_id?: string;
  /** `code` and `detail` under the names that OAuth clients read (RFC 6749); clients of the legacy settings read a text there. */
  readonly error?: string;
  readonly error_description?: string;
  readonly conversation_id?: string;
  /** The scope that the key of the request lacks. */
  readonly required_scope?: string;
}

/**
 * A failure that a caller may be told about: the message is public. What only operators may see goes into `cause`, which is logged and never answered.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extensions: ProblemExtensions;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; extensions?: ProblemExtensions } = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.extensions = options.extensions ?? {};
  }
}

/** Absent and somebody else's are one answer: a difference would confirm that the id exists. */
export class NotFoundError extends AppError {
  constructor(noun: string, id: string, extensions: ProblemExtensions = {}) {
    super('not_found', `${noun} ${id} not found`, { extensions });
    this.name = 'NotFoundError';
  }
}

/** Another writer changed the row between our read and our write. Callers read again and decide again. */
export class VersionConflictError extends AppError {
  constructor(noun: string, id: string) {
    super('conflict', `${noun} ${id} was changed at the same moment; send the request again`);
    this.name = 'VersionConflictError';
  }
}
