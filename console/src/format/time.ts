const seconds = { day: 86_400, hour: 3_600, minute: 60 } as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** How far a moment is from now, in its largest unit: `3 min. ago`, `in 2 days`. */
export function fromNow(moment: Date, now: Date): string {
  const away = (moment.getTime() - now.getTime()) / 1000;
  const size = Math.abs(away);
  if (size >= seconds.day) return relative.format(Math.round(away / seconds.day), 'day');
  if (size >= seconds.hour) return relative.format(Math.round(away / seconds.hour), 'hour');
  if (size >= seconds.minute) return relative.format(Math.round(away / seconds.minute), 'minute');
  return size < 10 ? 'now' : relative.format(Math.round(away), 'second');
}

/** A moment by the reader's calendar and clock, or by those of UTC. */
export function clockTime(moment: Date, isUtc: boolean): string {
  const zone = isUtc ? { timeZone: 'UTC' } : {};
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', ...zone }).format(moment);
  return isUtc ? `${text} UTC` : text;
}

/** The same in UTC to the second, as logs have it: `2026-11-24 03:18:26 UTC`. */
export function utcTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A span: `350 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < seconds.minute) return `${whole} s`;
  if (whole < seconds.hour) return pair(whole, seconds.minute, 'min', 1, 's');
  if (whole < seconds.day) return pair(whole, seconds.hour, 'h', seconds.minute, 'min');
  return pair(whole, seconds.day, 'd', seconds.hour, 'h');
}

function pair(whole: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((whole % large) / small);
  return `${Math.floor(whole / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}
