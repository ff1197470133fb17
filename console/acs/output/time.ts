const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' });

/** How far a moment is from now, in its largest unit: `3m ago`, `in 2d`. */
export function fromNow(time: string, now: Date): string {
  const seconds = (Date.parse(time) - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (size < 1) return 'now';
  if (size >= DAY) return relative.format(Math.trunc(seconds / DAY), 'day');
  if (size >= HOUR) return relative.format(Math.trunc(seconds / HOUR), 'hour');
  if (size >= MINUTE) return relative.format(Math.trunc(seconds / MINUTE), 'minute');
  return relative.format(Math.trunc(seconds), 'second');
}

/** A moment in UTC, to the second. */
export function exact(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** A span of seconds: `4.2s`, `3m 20s`, `2h 5m`. */
export function span(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))}s`;
  const whole = Math.round(seconds);
  if (whole < MINUTE) return `${whole}s`;
  if (whole < HOUR) return pair(whole, MINUTE, 'm', 1, 's');
  if (whole < DAY) return pair(whole, HOUR, 'h', MINUTE, 'm');
  return pair(whole, DAY, 'd', HOUR, 'h');
}

function pair(whole: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((whole % large) / small);
  return `${Math.floor(whole / large)}${largeName}${rest === 0 ? '' : ` ${rest}${smallName}`}`;
}
