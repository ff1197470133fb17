import { AppError } from './errors.ts';

/** The revisions that a change is for, by what its caller has read; undefined where the caller sets no condition. */
export type Revisions = readonly number[] | undefined;

/** Another change came first: the caller must not undo it unseen. Unlike a lost race, no new try can mend this. */
export class PreconditionFailedError extends AppError {
  constructor(noun: string) {
    super('precondition_failed', `the ${noun} was changed since you read it; read it again and send its new ETag`);
    this.name = 'PreconditionFailedError';
  }
}

/** To be asked on every read of a resource whose write depends on that read. @throws PreconditionFailedError */
export function requireRevision(current: number, revisions: Revisions, noun: string): void {
  if (revisions !== undefined && !revisions.includes(current)) throw new PreconditionFailedError(noun);
}
