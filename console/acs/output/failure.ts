/** What a shell learns of a run, as `gh` has it. */
export const exitCodes = { done: 0, failure: 1, usage: 2, notSignedIn: 4, cancelled: 130 } as const;

/** What went wrong, in one sentence, and what to do about it. */
export class Failure extends Error {
  readonly remedy: string | undefined;
  readonly exitCode: number;

  constructor(message: string, remedy?: string, exitCode: number = exitCodes.failure) {
    super(message);
    this.name = 'Failure';
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** Nothing came back from the service, so that another try may do better. */
export class NoAnswer extends Failure {}

/** The command line itself is wrong. */
export function wrongUsage(message: string, remedy?: string): Failure {
  return new Failure(message, remedy, exitCodes.usage);
}
