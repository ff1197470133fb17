import { isPicture } from '../../../contract/shapes/pictures.ts';
import { AppError } from '../../../platform/errors.ts';
import { MAX_RESPONSE, sizeInResponse } from '../../../platform/response-size.ts';
import { type AgentEvent, eventLimits } from './event.ts';

/** Length limits of texts in characters, tried in this order until the event fits. */
const KEPT = [Number.POSITIVE_INFINITY, 100_000, 10_000, 1_000] as const;

interface EventText {
  readonly text: string;
  readonly bytes: number;
}

/**
 * The event as JSON, with long texts shortened if it is too large. Refusing it would block all later events, as agents
 * deliver in order. Pictures are kept whole or left out: a part of one shows nothing.
 *
 * @throws AppError `payload_too_large` for an event that consists of too many short values.
 */
export function fittingText(event: AgentEvent): EventText {
  const whole = textOf(event);
  if (whole.bytes <= eventLimits.eventBytes) return whole;
  const pictured = picturesIn(event) <= eventLimits.pictureBytes ? event : withoutPictures(event, LEFT_OUT);
  const pictures = picturesIn(pictured);
  for (const kept of KEPT) {
    const candidate = textOf(changed(pictured, (text) => (isPicture(text) ? text : shortText(text, kept))));
    if (candidate.bytes - pictures <= eventLimits.eventBytes) return candidate;
  }
  throw new AppError('payload_too_large', `Event ${event.id} is larger than ${eventLimits.eventBytes} bytes.`);
}

const LEFT_OUT = `An event can hold pictures of ${eventLimits.pictureBytes / 1_000_000} MB.`;

/** What surrounds a single event in a response. */
const MARGIN = 100_000;

/** The event for a response. Without its pictures if Lambda could not return it. */
export function answerable(event: AgentEvent, bytes: number): AgentEvent {
  if (bytes * 2 <= MAX_RESPONSE || sizeInResponse(JSON.stringify(event)) <= MAX_RESPONSE - MARGIN) return event;
  return withoutPictures(event, "The conversation's download and trajectory hold it.");
}

function textOf(event: AgentEvent): EventText {
  const text = JSON.stringify(event);
  return { text, bytes: Buffer.byteLength(text) };
}

/** The characters of all pictures in an event. */
function picturesIn(event: AgentEvent): number {
  let characters = 0;
  changed(event, (text) => {
    if (isPicture(text)) characters += text.length;
    return text;
  });
  return characters;
}

/** Replaces large pictures by a remark. */
function withoutPictures(event: AgentEvent, why: string): AgentEvent {
  return changed(event, (text) =>
    isPicture(text) && text.length > 1_000 ? `[Picture of ${megabytes(text)} MB not shown. ${why}]` : text,
  );
}

function megabytes(url: string): string {
  return ((url.length * 3) / 4_000_000).toFixed(1);
}

/** The event with changed texts, except those that identify it. */
function changed(event: AgentEvent, change: (text: string) => string): AgentEvent {
  const { id, timestamp, kind } = event;
  return { ...(changedIn(event, change) as object), id, timestamp, kind };
}

function changedIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => changedIn(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changedIn(one, change)]));
}

function shortText(text: string, kept: number): string {
  if (text.length <= kept) return text;
  const half = Math.floor(kept / 2);
  const [start, end] = [text.slice(0, half), text.slice(-half)];
  // A cut can split a character.
  return `${start.toWellFormed()}\n[${text.length - 2 * half} characters omitted]\n${end.toWellFormed()}`;
}
