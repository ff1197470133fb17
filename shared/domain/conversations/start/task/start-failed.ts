import { redacted, withoutInnerPaths } from '../../agent/foreign-text.ts';

/** Foreign text that an error quotes, unredacted, and which end of it matters. */
interface Quotation {
  readonly text: string;
  readonly keep: 'beginning' | 'end';
}

/** A step failed. The message is for the person who waits; quoted text is redacted before it is shown. */
class StepError extends Error {
  readonly quotation: Quotation | null;

  constructor(message: string, quotation: Quotation | null = null) {
    super(message);
    this.quotation = quotation;
  }
}

/** The start cannot succeed, and another try would not help. The message names the cause and the remedy. */
export class StartFailedError extends StepError {
  override readonly name = 'StartFailedError';
}

/** The agent server failed at a request, and may fail again. */
export class AgentFailedError extends StepError {
  override readonly name = 'AgentFailedError';
  /** Whether to ask again in seconds: an agent server that is busy or starts again gets a minute. */
  readonly asksAgainSoon: boolean;

  constructor(message: string, quotation: Quotation | null = null, asksAgainSoon = false) {
    super(message, quotation);
    this.asksAgainSoon = asksAgainSoon;
  }
}

/** The worker's time is up in the middle of a step. Nothing failed: another worker continues. */
export class HandOverError extends Error {
  override readonly name = 'HandOverError';
}

/** How much foreign text an error quotes, in characters. */
const MAX_QUOTED_LENGTH = 2_000;

/** An error's text without secrets and inner paths, shortened only after redaction: it would miss half a secret. */
export function errorText(error: unknown, secrets: readonly string[]): string {
  const message = redacted(error instanceof Error ? error.message : String(error), secrets);
  if (!(error instanceof StepError) || error.quotation === null) return message;
  const text = withoutInnerPaths(redacted(error.quotation.text, secrets)).trim();
  if (text === '') return message;
  if (text.length <= MAX_QUOTED_LENGTH) return `${message} ${text}`;
  return error.quotation.keep === 'end'
    ? `${message} …${text.slice(-MAX_QUOTED_LENGTH)}`
    : `${message} ${text.slice(0, MAX_QUOTED_LENGTH)}…`;
}
