import { parseArgs } from 'node:util';
import { DateTime } from '../../shared/contract/shapes/fields.ts';
import { type LimitName, limitNames } from '../../shared/contract/shapes/limits.ts';
import { type Scope, scopes } from '../../shared/contract/shapes/scopes.ts';
import { UserError } from '../local/terminal/user-error.ts';

const options = {
  owner: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  keys: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  'not-before': { type: 'string' },
  'expires-in': { type: 'string' },
  overlap: { type: 'string' },
  addresses: { type: 'boolean' },
  sandboxes: { type: 'string' },
  vcpus: { type: 'string' },
  'requests-per-minute': { type: 'string' },
  'monthly-budget-usd': { type: 'string' },
  'monthly-sandbox-hours': { type: 'string' },
  json: { type: 'boolean', default: false },
  stack: { type: 'string' },
  port: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export type Values = ReturnType<typeof readOptions>['values'];

export function readOptions(args: readonly string[] = process.argv.slice(2)) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/** Parses `a,b`. @returns undefined for all scopes but admin @throws UserError */
export function scopesOf({ scopes: text }: Values): readonly Scope[] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !scopes.some((scope) => scope === word));
  if (unknown !== undefined) throw new UserError(`--scopes: '${unknown}' is not a scope. Use ${scopes.join(', ')}.`);
  return scopes.filter((scope) => words.includes(scope));
}

/** @throws UserError */
export function beginningOf({ 'not-before': text }: Values): Date | null {
  if (text === undefined) return null;
  const time = DateTime.safeParse(text);
  if (!time.success)
    throw new UserError(`--not-before: '${text}' is not a time. Write 2027-01-31 or 2027-01-31T12:00Z.`);
  return new Date(time.data);
}

/** The given limits; `none` is null. @throws UserError */
export function limitsOf(values: Values): Partial<Record<LimitName, number | null>> {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const option = name.replaceAll('_', '-') as 'sandboxes';
      const text = values[option];
      return text === undefined ? [] : [[name, text === 'none' ? null : limitOf(name, option, text)]];
    }),
  );
}

function limitOf(name: LimitName, option: string, text: string): number {
  const isWhole = name === 'sandboxes' || name === 'requests_per_minute';
  const least = name === 'requests_per_minute' ? 1 : 0;
  const fits = (isWhole ? /^\d{1,7}$/ : /^\d{1,9}(\.\d{1,6})?$/).test(text) && Number(text) >= least;
  if (fits) return Number(text);
  const form = isWhole ? `a whole number from ${least} up` : 'a number such as 20 or 12.50';
  throw new UserError(`--${option}: '${text}' is not a limit. Write ${form}, or none.`);
}

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** The time at the end of a duration like `30d`, `12h` or `90m`. @throws UserError */
export function expiryAfter(text: string, now: Date): Date {
  return new Date(now.getTime() + secondsIn(text, '--expires-in') * 1000);
}

/** The seconds of a duration like `30d`, `12h` or `90m`. @throws UserError */
export function secondsIn(text: string, option: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([smhdw])$/.exec(text) ?? [];
  if (!count || !unit) {
    throw new UserError(`${option}: '${text}' is not a duration. Write 45s, 90m, 12h, 30d or 2w.`);
  }
  return Number(count) * SECONDS[unit as keyof typeof SECONDS];
}
