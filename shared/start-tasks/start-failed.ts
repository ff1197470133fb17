import { redacted } from './redact.ts';

/** Words of somebody else that an error repeats: as they are, and which end of them matters. */
export interface Said {
  readonly text: string;
  readonly keep: 'beginning' | 'end';
}

/** Something went wrong in a step. The message is for the person who waits; what it repeats of others is redacted before it is shown. */
export class StepError extends Error {
  readonly said: Said | null;

  constructor(message: string, said: Said | null = null) {
    super(message);
    this.said = said;
  }
}

/** The start cannot succeed, and trying again would not help: what went wrong, and what to do. */
export class StartFailedError extends StepError {
  override readonly name = 'StartFailedError';
}

/** The agent server failed at what it was asked for, and may fail again. */
export class AgentFailedError extends StepError {
  override readonly name = 'AgentFailedError';
}

/** The worker's time is up in the middle of a step. Nothing went wrong: another one goes on. */
export class HandOverError extends Error {
  override readonly name = 'HandOverError';
}

/** How much an error repeats of what others said, in characters. */
const MOST_SAID = 2_000;

/** What an error tells, without secrets. It is shortened when they are out of it: half of a secret would not be recognised. */
export function toldOf(error: unknown, secrets: readonly string[]): string {
  const message = redacted(error instanceof Error ? error.message : String(error), secrets);
  if (!(error instanceof StepError) || error.said === null) return message;
  const text = redacted(error.said.text, secrets).trim();
  if (text === '') return message;
  if (text.length <= MOST_SAID) return `${message} ${text}`;
  return error.said.keep === 'end'
    ? `${message} …${text.slice(-MOST_SAID)}`
    : `${message} ${text.slice(0, MOST_SAID)}…`;
}
