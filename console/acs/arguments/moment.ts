import { isDay } from '../../../shared/presentation/time.ts';
import { wrongUsage } from '../output/failure.ts';

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** A date, a date-time (UTC without a zone) or how long ago: `30m`, `2h`. @throws Failure (usage), with the option */
export function momentOf(option: string, text: string, now: Date): Date {
  const ago = secondsIn(text);
  const time = ago === undefined ? dateOf(text) : new Date(now.getTime() - ago * 1000);
  if (time === undefined) {
    throw wrongUsage(
      `--${option} is not a time: ${text}`,
      'Write a date (2027-01-31), a date and time (2027-01-31T12:00Z), or how long ago: 30m, 2h, 7d.',
    );
  }
  return time;
}

/** A span of time, `90s`, `30m`, `12h`, `7d`, `2w`, in seconds. @throws Failure (usage) naming the option */
export function durationOf(option: string, text: string): number {
  const found = secondsIn(text);
  if (found === undefined) throw wrongUsage(`--${option} is not a duration: ${text}`, 'Write 90s, 30m, 12h, 7d or 2w.');
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
  // Without this check the 31st of November would be the 1st of December.
  return Number.isNaN(time.getTime()) || !isDay(text.slice(0, 10)) ? undefined : time;
}
