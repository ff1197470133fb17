import * as z from 'zod';
import { excessSentence, jsonExcess } from './json-bounds.ts';

const MAX_EVENTS = 2_000;

/** Every event has one of these fields. */
const EVENT_NAMES = ['kind', 'action', 'observation'];

/** Bounds of a text that fits into a body of 256 KB. */
const BOUNDS = { depth: 64, values: 100_000 };

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

/** Reads a recording: a list of events, or an object with a list as `trajectory` or `events`. */
export function readRecording(text: string): RecordingRead {
  const excess = jsonExcess(text, BOUNDS);
  if (excess) return { problem: excessSentence(excess, BOUNDS) };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { problem: 'Must be valid JSON.' };
  }
  const list = listIn(document);
  if (list === undefined) return { problem: "Must be a list of events, or an object with 'trajectory' or 'events'." };
  const result = Events.safeParse(list);
  if (result.success) return { events: result.data };
  const [issue] = result.error.issues;
  const [index] = issue?.path ?? [];
  const where = index === undefined ? '' : `event ${String(index)}: `;
  return { problem: `${where}${issue?.message ?? 'Cannot be read.'}` };
}

function listIn(document: unknown): unknown {
  if (Array.isArray(document)) return document;
  if (typeof document !== 'object' || document === null) return undefined;
  if ('trajectory' in document) return document.trajectory;
  return 'events' in document ? document.events : undefined;
}
