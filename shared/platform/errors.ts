import type { ErrorCode } from '../contract/endpoint/error-codes.ts';
import type { FieldError, ProblemExtensions } from '../contract/shapes/problem.ts';

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
    super('conflict', `Another request is changing ${noun} ${id}. Try again.`);
    this.name = 'VersionConflictError';
  }
}

/** Where in a request something is wrong. */
export type Source = 'path' | 'query' | 'body' | 'header';

/** How much of a long name an error repeats, in characters. */
const MAX_NAME = 200;

/** One bad field, with its path in the two forms that clients read. */
export function fieldError(source: Source, names: readonly (string | number)[], msg: string, type: string): FieldError {
  const path = names.map((name) => (typeof name === 'string' && name.length > MAX_NAME ? shortened(name) : name));
  const escaped = path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { loc: [source, ...path], msg, type, pointer: ['#', ...escaped].join('/') };
}

function shortened(name: string): string {
  return `${name.slice(0, MAX_NAME).toWellFormed()}…`;
}

/**
 * An error about a body field that no schema can check, as it depends on the time or on the caller.
 *
 * @param type what the contract names the refusal, where it does
 */
export function badField(path: readonly string[], msg: string, type = 'value_error'): AppError {
  const errors = [fieldError('body', path, msg, type)];
  return new AppError('validation_failed', `body.${path.join('.')}: ${msg}`, { extensions: { errors } });
}

/** The revisions that a change is for, by what its caller has read; undefined where the caller sets no condition. */
export type Revisions = readonly number[] | undefined;

/** Another change came first: the caller must not undo it unseen. Unlike a lost race, no new try can mend this. */
export class PreconditionFailedError extends AppError {
  constructor(noun: string) {
    super('precondition_failed', `The ${noun} has changed since you read it. Read it again and send its new ETag.`);
    this.name = 'PreconditionFailedError';
  }
}

/** To be asked on every read of a resource whose write depends on that read. @throws PreconditionFailedError */
export function requireRevision(current: number, revisions: Revisions, noun: string): void {
  if (revisions !== undefined && !revisions.includes(current)) throw new PreconditionFailedError(noun);
}

/** How often a caller decides anew by default. */
const TRIES = 12;

interface Bounds {
  /** How often `decide` is called at most. */
  readonly tries?: number;
  /** Which failures are lost races. */
  readonly isLost?: (error: unknown) => boolean;
}

/** Decides again, on a new read, when another writer was faster. @throws the last lost race */
export async function retryLostRaces<T>(
  decide: () => Promise<T>,
  { tries = TRIES, isLost = (error) => error instanceof VersionConflictError }: Bounds = {},
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await decide();
    } catch (error) {
      if (!isLost(error) || left <= 0) throw error;
    }
  }
}
