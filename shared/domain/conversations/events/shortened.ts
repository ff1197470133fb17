import { AppError } from '../../../platform/errors/errors.ts';
import type { AgentEvent } from './event.ts';
import { eventLimits } from './limits.ts';

/** How much of a long text stays, tried from the first to the last until the event fits, in characters. */
const KEPT = [100_000, 10_000, 1_000] as const;

/** An event as JSON, with its length in bytes. */
export interface EventText {
  readonly text: string;
  readonly bytes: number;
}

/**
 * The text of the event or, when it is too long to store and return, of a copy with its long texts shortened. A refusal
 * would block all later events, as agents deliver in order.
 *
 * @throws AppError `payload_too_large` for an event that consists of too many short values.
 */
export function fittingText(event: AgentEvent): EventText {
  const whole = textOf(event);
  if (fits(whole)) return whole;
  for (const kept of KEPT) {
    const shorter = { ...(shortened(event, kept) as object), id: event.id, timestamp: event.timestamp };
    const candidate = textOf({ ...shorter, kind: event.kind });
    if (fits(candidate)) return candidate;
  }
  throw new AppError('payload_too_large', `event ${event.id} is longer than ${eventLimits.eventBytes} bytes`);
}

function textOf(event: AgentEvent): EventText {
  const text = JSON.stringify(event);
  return { text, bytes: Buffer.byteLength(text) };
}

function fits({ bytes }: EventText): boolean {
  return bytes <= eventLimits.eventBytes;
}

function shortened(value: unknown, kept: number): unknown {
  if (typeof value === 'string') return shortText(value, kept);
  if (Array.isArray(value)) return value.map((one) => shortened(one, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one, kept)]));
}

function shortText(text: string, kept: number): string {
  if (text.length <= kept) return text;
  const half = Math.floor(kept / 2);
  const [start, end] = [text.slice(0, half), text.slice(-half)];
  // A cut may go through a character.
  return `${start.toWellFormed()}\n[${text.length - 2 * half} characters are left out here]\n${end.toWellFormed()}`;
}
