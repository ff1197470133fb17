import { redacted, withoutInnerPaths } from '../../../sandboxes/agent/foreign-text.ts';

/** Unredacted foreign text in an error, and which end of it to keep. */
interface Quotation {
  readonly text: string;
  readonly keep: 'beginning' | 'end';
}

/** A step failed. The message is for the user; quoted text is redacted before it is shown. */
class StepError extends Error {
  readonly quotation: Quotation | null;

  constructor(message: string, quotation: Quotation | null = null) {
    super(message);
    this.quotation = quotation;
  }
}

/** The start cannot succeed, even with another attempt. The message contains the cause and the remedy. */
export class StartFailedError extends StepError {
  override readonly name = 'StartFailedError';
}

/** The agent server failed. Another attempt may succeed. */
export class AgentFailedError extends StepError {
  override readonly name = 'AgentFailedError';
  /** Whether to try again within seconds. A busy or restarting agent server gets a minute. */
  readonly asksAgainSoon: boolean;

  constructor(message: string, quotation: Quotation | null = null, asksAgainSoon = false) {
    super(message, quotation);
    this.asksAgainSoon = asksAgainSoon;
  }
}

/** The worker's time ended during a step. Another worker continues. */
export class HandOverError extends Error {
  override readonly name = 'HandOverError';
}

/** Length limit of quoted text, in characters. */
const MAX_QUOTED_LENGTH = 2_000;

/** An error's text without secrets and inner paths. Shortened after redaction, which would miss half a secret. */
export function errorText(error: unknown, secrets: readonly string[]): string {
  const message = redacted(error instanceof Error ? error.message : String(error), secrets);
  if (!(error instanceof StepError) || error.quotation === null) return message;
  return `${message} ${quoted(error.quotation, secrets)}`.trimEnd();
}

/** Foreign text without secrets and inner paths, shortened. */
export function quoted({ text, keep }: Quotation, secrets: readonly string[], limit = MAX_QUOTED_LENGTH): string {
  const clean = withoutInnerPaths(redacted(text, secrets)).trim();
  if (clean.length <= limit) return clean;
  return keep === 'end' ? `…${clean.slice(-limit)}` : `${clean.slice(0, limit)}…`;
}
