import { isDay } from '../../../shared/presentation/time.ts';
import { wrongUsage } from '../output/failure.ts';
import { readStdin } from '../session/prompts.ts';

/** The options and arguments that several commands share, and their parsers. */

export const limitOption = {
  limit: { type: 'number', alias: 'L', default: 30, requiresArg: true, describe: 'Show at most this many' },
} as const;

export const sinceOptions = {
  since: { type: 'string', requiresArg: true, describe: 'Created since a time: 7d, 2027-01-31' },
  until: { type: 'string', requiresArg: true, describe: 'Created before a time' },
} as const;

export const yesOption = { yes: { type: 'boolean', alias: 'y', describe: 'Do not ask for confirmation' } } as const;

export const noWaitOption = {
  'no-wait': { type: 'boolean', describe: 'Return immediately, without waiting for the result' },
} as const;

export const followOption = {
  follow: { type: 'boolean', alias: 'f', describe: 'Show events until the agent has responded' },
} as const;

export const onLimitOption = {
  'pause-oldest': { type: 'boolean', describe: 'At the sandbox limit, pause the oldest sandbox' },
} as const;

export type OnLimit = 'reject' | 'pause_oldest';

export function onLimitOf(args: { readonly 'pause-oldest': boolean | undefined }): OnLimit {
  return args['pause-oldest'] ? 'pause_oldest' : 'reject';
}

export const conversationId = {
  id: {
    type: 'string',
    idOf: 'conversation',
    demandOption: true,
    describe: 'Conversation ID, or its beginning or end',
  },
} as const;

export const sandboxId = {
  id: { type: 'string', idOf: 'sandbox', demandOption: true, describe: 'Sandbox ID, or its beginning or end' },
} as const;

export const endpointId = {
  id: { type: 'string', idOf: 'endpoint', demandOption: true, describe: 'Endpoint ID, or its beginning or end' },
} as const;
export const prebuildId = {
  id: { type: 'string', idOf: 'prebuild', demandOption: true, describe: 'Prebuild ID, or its beginning or end' },
} as const;
export const messageId = {
  message: { type: 'string', idOf: 'message', demandOption: true, describe: 'Message ID, or its beginning or end' },
} as const;

/** The first items of a paged list; fetches no more pages than it needs. @throws Failure (usage) */
export async function take<T>(items: AsyncGenerator<T, void>, limit: number): Promise<readonly T[]> {
  if (!Number.isInteger(limit) || limit < 1) throw wrongUsage('--limit must be a whole number of at least 1.');
  const taken: T[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= limit) break;
  }
  return taken;
}

/** The page size for this many items; the service returns at most 100. */
export const pageSize = (limit: number): number => Math.min(Math.max(1, limit), 100);

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** Parses a date, a date-time (by default UTC) or an age such as `30m`. @throws Failure (usage) with the option */
export function momentOf(option: string, text: string, now: Date): Date {
  const ago = secondsIn(text);
  const time = ago === undefined ? dateOf(text) : new Date(now.getTime() - ago * 1000);
  if (time === undefined) {
    throw wrongUsage(
      `Invalid time for --${option}: ${text}`,
      'Enter a date (2027-01-31), a date and time (2027-01-31T12:00Z), or how long ago: 30m, 2h, 7d.',
    );
  }
  return time;
}

/** The same in ISO 8601; undefined if the option was not given. */
export function isoOf(option: string, text: string | undefined, now: Date): string | undefined {
  return text === undefined ? undefined : momentOf(option, text, now).toISOString();
}

/** Parses a duration such as `90s` or `7d`. @returns seconds @throws Failure (usage) that names the option */
export function durationOf(option: string, text: string): number {
  const found = secondsIn(text);
  if (found === undefined)
    throw wrongUsage(`Invalid duration for --${option}: ${text}`, 'Enter one such as 90s, 30m, 12h, 7d or 2w.');
  return found;
}

function secondsIn(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,7})([smhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * seconds[unit as keyof typeof seconds];
}

function dateOf(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return undefined;
  const hasZone = !text.includes('T') || /(Z|[+-]\d\d:?\d\d)$/.test(text);
  const time = new Date(hasZone ? text : `${text}Z`);
  // Without this check, November 31 would become December 1.
  return Number.isNaN(time.getTime()) || !isDay(text.slice(0, 10)) ? undefined : time;
}

/** The message from the command line, or from stdin for `-`. @throws Failure (usage) when it is empty */
export async function textOf(given: string | undefined): Promise<string | undefined> {
  const text = given === '-' ? await readStdin() : given;
  if (text?.trim() === '') throw wrongUsage('The message is empty.');
  return text;
}
