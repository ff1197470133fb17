const seconds = { day: 86_400, hour: 3_600, minute: 60 } as const;

/** In place of a time or duration that is none: a service can say anything. */
const UNKNOWN = 'unknown';

function isKnown(moment: Date): boolean {
  return !Number.isNaN(moment.getTime());
}

/** The time from now in its largest unit: `3m ago`, `in 2d`. */
export function fromNow(moment: Date, now: Date): string {
  if (!isKnown(moment)) return UNKNOWN;
  const away = moment.getTime() - now.getTime();
  const size = Math.abs(away) / 1000;
  if (size < 10) return 'now';
  const text = largestUnit(size);
  return away < 0 ? `${text} ago` : `in ${text}`;
}

/** The time until a deadline. The service acts on one that has passed within a minute. */
export function untilDeadline(moment: Date, now: Date): string {
  return moment <= now ? 'now' : fromNow(moment, now);
}

/** Rounded down: 23 hours and 59 minutes are less than a day. */
function largestUnit(size: number): string {
  if (size >= seconds.day) return `${Math.floor(size / seconds.day)}d`;
  if (size >= seconds.hour) return `${Math.floor(size / seconds.hour)}h`;
  if (size >= seconds.minute) return `${Math.floor(size / seconds.minute)}m`;
  return `${Math.floor(size)}s`;
}

/** Date and time in the reader's time zone, or in UTC. */
export function clockTime(moment: Date, isUtc: boolean): string {
  if (!isKnown(moment)) return UNKNOWN;
  const zone = isUtc ? { timeZone: 'UTC' } : {};
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', ...zone }).format(moment);
  return isUtc ? `${text} UTC` : text;
}

/** UTC to the second, as in logs: `2026-11-24 03:18:26 UTC`. */
export function utcTime(moment: Date): string {
  return !isKnown(moment) ? UNKNOWN : `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** ISO 8601 to the second, for programs and options of `acs`: `2026-11-24T03:18:26Z`. */
export function isoTime(moment: Date): string {
  return !isKnown(moment) ? UNKNOWN : `${moment.toISOString().slice(0, 19)}Z`;
}

/** A duration: `350ms`, `4.2s`, `3m 20s`, `2h 5m`, `3d 4h`. */
export function duration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return UNKNOWN;
  const ms = Math.round(Math.max(0, milliseconds));
  if (ms > 0 && ms < 1_000) return `${ms}ms`;
  if (ms < 9_950) return `${Number((ms / 1000).toFixed(1))}s`;
  const whole = Math.round(ms / 1000);
  if (whole < seconds.minute) return `${whole}s`;
  if (whole < seconds.hour) return pair(whole, seconds.minute, 'm', 1, 's');
  if (whole < seconds.day) return pair(whole, seconds.hour, 'h', seconds.minute, 'm');
  return pair(whole, seconds.day, 'd', seconds.hour, 'h');
}

function pair(whole: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((whole % large) / small);
  return `${Math.floor(whole / large)}${largeName}${rest === 0 ? '' : ` ${rest}${smallName}`}`;
}

/** Days in UTC, `2026-11-24`, in which the service counts. As text they sort by time. */
const DAY_MS = 86_400_000;

export function dayOf(moment: Date): string {
  return !isKnown(moment) ? UNKNOWN : moment.toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar; 31 November is not. */
export function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

/** The number of days between two days, both included. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
}

/** Every day between two days, both included. */
export function daysFrom(first: string, last: string): readonly string[] {
  return Array.from({ length: countDays(first, last) }, (_, away) => addDays(first, away));
}

/** The first day of the month, `months` after the month of the day. */
export function monthBegin(day: string, months = 0): string {
  const date = new Date(day);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)));
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** `24 Nov` */
export function dayName(day: string): string {
  return isKnown(new Date(day)) ? short.format(new Date(day)) : UNKNOWN;
}

/** `November` */
export function monthName(day: string): string {
  return isKnown(new Date(day)) ? month.format(new Date(day)) : UNKNOWN;
}
