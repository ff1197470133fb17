/** When something is due, from the expression of a rule or schedule. */
export interface Schedule {
  /** The first moment after `now` at which it is due. */
  next(now: Date): Date;
  /** Whether it is due at the start already: a rate counts from the moment its rule is made. */
  readonly atStart: boolean;
}

const unitMilliseconds: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const MINUTE = 60_000;
const LOOK_AHEAD_MINUTES = 366 * 24 * 60;

/** @throws Error for an expression that is neither `rate(…)` nor a `cron(…)` of numbers, lists, ranges, steps and names. */
export function parseSchedule(expression: string): Schedule {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate) {
    const period = Number(rate[1]) * (unitMilliseconds[rate[2] ?? ''] ?? MINUTE);
    return { atStart: true, next: (now) => new Date(now.getTime() + period) };
  }
  const cron = /^cron\((.+)\)$/.exec(expression)?.[1]?.trim().split(/\s+/);
  if (cron?.length !== 6) throw new Error(`the schedule ${expression} is not available locally`);
  const isDue = parseCron(cron, expression);
  return { atStart: false, next: (now) => nextMinute(now, isDue, expression) };
}

interface Field {
  readonly first: number;
  readonly last: number;
  readonly names?: readonly string[];
  readonly read: (date: Date) => number;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Minutes, hours, day of month, month, day of week and year, all in UTC. */
const cronFields: readonly Field[] = [
  { first: 0, last: 59, read: (date) => date.getUTCMinutes() },
  { first: 0, last: 23, read: (date) => date.getUTCHours() },
  { first: 1, last: 31, read: (date) => date.getUTCDate() },
  { first: 1, last: 12, names: months, read: (date) => date.getUTCMonth() + 1 },
  { first: 1, last: 7, names: days, read: (date) => date.getUTCDay() + 1 },
  { first: 1970, last: 2199, read: (date) => date.getUTCFullYear() },
];

function parseCron(parts: readonly string[], expression: string): (date: Date) => boolean {
  const tests = cronFields.map((field, index) => parseCronField(parts[index] ?? '*', field, expression));
  return (date) => tests.every((test) => test(date));
}

function parseCronField(text: string, field: Field, expression: string): (date: Date) => boolean {
  if (text === '*' || text === '?') return () => true;
  const accepted = new Set(text.split(',').flatMap((part) => cronRange(part, field, expression)));
  return (date) => accepted.has(field.read(date));
}

/** A number, a range, a list element with a step (`0/15`), or names (`MON-FRI`). */
function cronRange(part: string, field: Field, expression: string): readonly number[] {
  const [range = '', step] = part.split('/');
  const [from = '', to] = range.split('-');
  const start = from === '*' ? field.first : cronValue(from, field, expression);
  const open = from === '*' || (step !== undefined && to === undefined);
  const end = open ? field.last : cronValue(to ?? from, field, expression);
  const stride = step === undefined ? 1 : Number(step);
  if (!Number.isInteger(stride) || stride < 1) throw new Error(`the schedule ${expression} is not available locally`);
  return Array.from(
    { length: Math.max(0, Math.floor((end - start) / stride) + 1) },
    (_, index) => start + index * stride,
  );
}

function cronValue(text: string, field: Field, expression: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named + field.first : Number(text);
  if (text === '' || !Number.isInteger(value) || value < field.first || value > field.last) {
    throw new Error(`the schedule ${expression} is not available locally`);
  }
  return value;
}

function nextMinute(now: Date, isDue: (date: Date) => boolean, expression: string): Date {
  const first = Math.floor(now.getTime() / MINUTE) + 1;
  for (let minute = first; minute < first + LOOK_AHEAD_MINUTES; minute += 1) {
    const date = new Date(minute * MINUTE);
    if (isDue(date)) return date;
  }
  throw new Error(`the schedule ${expression} is not due within a year`);
}
