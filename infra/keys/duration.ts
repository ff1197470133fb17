import { UserError } from '../local/terminal/user-error.ts';

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** The time at the end of a duration like `30d`, `12h` or `90m`. @throws UserError */
export function expiryAfter(text: string, now: Date): Date {
  return new Date(now.getTime() + secondsIn(text, '--expires-in') * 1000);
}

/** How many seconds `30d`, `12h` or `90m` are. @throws UserError */
export function secondsIn(text: string, option: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([smhdw])$/.exec(text) ?? [];
  if (!count || !unit) {
    throw new UserError(`${option}: '${text}' is no duration from now; write 45s, 90m, 12h, 30d or 2w.`);
  }
  return Number(count) * SECONDS[unit as keyof typeof SECONDS];
}
