import * as z from 'zod';
import { excessSentence, jsonExcess } from './json-bounds.ts';

const MAX_EVENTS = 10_000;

/** Every event has one of these fields. */
const EVENT_NAMES = ['kind', 'action', 'observation'];

/** Bounds of a recording of 10 MB. */
const BOUNDS = { depth: 64, values: 1_000_000 };

/** An event of the current generation, or one of the legacy generation: an action or an observation. */
const RecordedEvent = z
  .looseObject({ timestamp: z.string().optional() })
  .refine((event) => EVENT_NAMES.some((name) => typeof event[name] === 'string'), {
    error: 'An event needs a kind, an action or an observation.',
  });
export type RecordedEvent = z.infer<typeof RecordedEvent>;

const Events = z
  .array(RecordedEvent)
  .min(1, { error: 'A recording needs at least one event.' })
  .max(MAX_EVENTS, { error: `A recording can have at most ${MAX_EVENTS} events.` });

const eventsForm = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_EVENTS,
  items: {
    type: 'object',
    properties: { timestamp: { type: 'string' } },
    anyOf: EVENT_NAMES.map((name) => ({ properties: { [name]: { type: 'string' } }, required: [name] })),
  },
};

/** The input of `readRecording` as JSON Schema. */
export const recordingForm = {
  anyOf: [
    eventsForm,
    { type: 'object', properties: { trajectory: eventsForm }, required: ['trajectory'] },
    {
      type: 'object',
      properties: { events: eventsForm },
      required: ['events'],
      not: { properties: { trajectory: {} }, required: ['trajectory'] },
    },
  ],
};

export type RecordingRead =
  | { readonly events: readonly RecordedEvent[] }
  /** The error message for an invalid recording. */
  | { readonly problem: string };

/** Reads a recording: a list of events, an object with a list as `trajectory` or `events`, or a line for each event. */
export function readRecording(given: string): RecordingRead {
  const text = given.replace(/^\ufeff/, '');
  const excess = jsonExcess(text, BOUNDS);
  if (excess) return { problem: excessSentence(excess, BOUNDS) };
  const read = documentOf(text);
  if ('problem' in read) return read;
  const list = listIn(read.document);
  if (list === undefined) return { problem: "Must be a list of events, or an object with 'trajectory' or 'events'." };
  const result = Events.safeParse(list);
  if (result.success) return { events: result.data };
  const [issue] = result.error.issues;
  const [index] = issue?.path ?? [];
  const where = index === undefined ? '' : `event ${String(index)}: `;
  return { problem: `${where}${issue?.message ?? 'Cannot be read.'}` };
}

function documentOf(text: string): { readonly document: unknown } | { readonly problem: string } {
  try {
    const document: unknown = JSON.parse(text);
    const isOneEvent =
      typeof document === 'object' && document !== null && EVENT_NAMES.some((name) => name in document);
    return { document: isOneEvent ? [document] : document };
  } catch {
    return eachLine(text);
  }
}

/** JSON lines: an event on each line, as agent servers and log tools write them. */
function eachLine(text: string): { readonly document: unknown } | { readonly problem: string } {
  const events: unknown[] = [];
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.trim() === '') continue;
    try {
      events.push(JSON.parse(line));
    } catch {
      const isWritten = number > 1 && events.length > 0;
      return {
        problem: isWritten ? `Line ${number} is not valid JSON.` : 'Must be valid JSON. NaN and Infinity are not.',
      };
    }
  }
  return { document: events };
}

function listIn(document: unknown): unknown {
  if (Array.isArray(document)) return document;
  if (typeof document !== 'object' || document === null) return undefined;
  if ('trajectory' in document) return document.trajectory;
  return 'events' in document ? document.events : undefined;
}
