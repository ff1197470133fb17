import type { ErrorCode } from '../contract/endpoint/error-codes.ts';
import type { FieldError, ProblemExtensions } from '../contract/shapes/problem.ts';

/** An error with a public message. Details for operators are in `cause`, which is only logged. */
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

/** Also for resources that the caller cannot access: another error would confirm that the id exists. */
export class NotFoundError extends AppError {
  constructor(noun: string, id: string, extensions: ProblemExtensions = {}) {
    super('not_found', `${noun} ${id} not found`, { extensions });
    this.name = 'NotFoundError';
  }
}

/** Another writer changed the row between read and write. Callers read and decide again. */
export class VersionConflictError extends AppError {
  constructor(noun: string, id: string) {
    super('conflict', `Another request is changing ${noun} ${id}. Try again.`);
    this.name = 'VersionConflictError';
  }
}

/** The part of a request with an error. */
export type Source = 'path' | 'query' | 'body' | 'header';

/** Maximum length of a name in an error, in characters. */
const MAX_NAME = 200;

/** An error about one field, with its path in the two formats of clients. */
export function fieldError(source: Source, names: readonly (string | number)[], msg: string, type: string): FieldError {
  const path = names.map((name) => (typeof name === 'string' && name.length > MAX_NAME ? shortened(name) : name));
  const escaped = path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { loc: [source, ...path], msg, type, pointer: ['#', ...escaped].join('/') };
}

function shortened(name: string): string {
  return `${name.slice(0, MAX_NAME).toWellFormed()}…`;
}

/** An error about a body field that depends on the time or the caller, so that a schema cannot check it. */
export function badField(path: readonly string[], msg: string, type = 'value_error'): AppError {
  const errors = [fieldError('body', path, msg, type)];
  return new AppError('validation_failed', `body.${path.join('.')}: ${msg}`, { extensions: { errors } });
}

/** The same about a query parameter. */
export function badQuery(name: string, msg: string): AppError {
  const errors = [fieldError('query', [name], msg, 'value_error')];
  return new AppError('validation_failed', `query.${name}: ${msg}`, { extensions: { errors } });
}

/** The revisions that a change applies to; undefined without a condition. */
export type Revisions = readonly number[] | undefined;

/** The resource has changed since the caller read it. Unlike after a lost race, a retry cannot succeed. */
export class PreconditionFailedError extends AppError {
  constructor(noun: string) {
    super('precondition_failed', `The ${noun} has changed since you read it. Read it again and send its new ETag.`);
    this.name = 'PreconditionFailedError';
  }
}

/** Call it on each read of a resource before a write. @throws PreconditionFailedError */
export function requireRevision(current: number, revisions: Revisions, noun: string): void {
  if (revisions !== undefined && !revisions.includes(current)) throw new PreconditionFailedError(noun);
}

/** The default number of attempts. */
const TRIES = 12;

interface Bounds {
  /** The most calls of `decide`. */
  readonly tries?: number;
  /** Whether an error is a lost race. */
  readonly isLost?: (error: unknown) => boolean;
}

/** Reads and decides again after a lost race. @throws the last lost race */
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
