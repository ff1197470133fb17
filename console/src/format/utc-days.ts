/** Days of UTC, by which the service counts: `2026-11-24`. As texts they compare in the order of time. */
const DAY_MS = 86_400_000;

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Whether a text of an address is a day of the calendar: the 31st of November is none. */
export function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

/** How many days are from the one to the other, both counted. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
}

/** Every day from the one to the other. */
export function daysFrom(first: string, last: string): readonly string[] {
  return Array.from({ length: countDays(first, last) }, (_, away) => addDays(first, away));
}

/** The first day of the month that is `months` away from that of the day. */
export function monthBegin(day: string, months = 0): string {
  const date = new Date(day);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)));
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** `24 Nov` */
export function dayName(day: string): string {
  return short.format(new Date(day));
}

/** `November` */
export function monthName(day: string): string {
  return month.format(new Date(day));
}
