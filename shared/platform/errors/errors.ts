import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { LimitScope, LimitUnit } from '../../contract/shapes/enums.ts';

/** One bad field. `loc` is the path in this interface's format, `pointer` the same as a JSON pointer (RFC 6901). */
export interface FieldError {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly pointer: string;
}

/** A limit that a request would have gone beyond. */
export interface ExceededLimit {
  /** Whose limit: the owner's over all of their keys, or that of the key that was used. */
  readonly scope: LimitScope;
  readonly unit: LimitUnit;
  readonly limit: number;
  readonly used: number;
  /** When the usage is reset; null where it is not by time. */
  readonly resets_at: string | null;
}

/** The fields that an error may add to its problem body. */
export interface ProblemExtensions {
  readonly errors?: readonly FieldError[];
  readonly running_sandbox_ids?: readonly string[];
  /** Which limits the request would have gone beyond, by the names that the limit headers use. */
  readonly 'violated-policies'?: readonly string[];
  readonly limit?: ExceededLimit;
  readonly retry_after_seconds?: number;
  readonly msg_id?: string;
  /** `code` and `detail` as OAuth clients read them (RFC 6749); legacy settings clients read a text. */
  readonly error?: string;
  readonly error_description?: string;
  /** How many seconds an OAuth client has to wait between two polls from now on (RFC 8628). */
  readonly interval?: number;
  readonly conversation_id?: string;
  /** The scope that the key of the request lacks. */
  readonly required_scope?: string;
}

/**
 * A failure that callers may see: the message is public. Details for operators go into `cause`, which is logged and
 * never answered.
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

/** The same answer for an absent resource and for another owner's: a difference would confirm that the id exists. */
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
