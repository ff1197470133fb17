const startedAt = performance.timeOrigin;
let last = 0;

/** The UTC time with microseconds, such as `2026-11-21T17:18:44.474257Z`. Each call returns a later one. */
export function utcMicroseconds(): string {
  return `${naiveMicroseconds()}Z`;
}

/** The same time without a zone, as in events of conversations. */
export function naiveMicroseconds(): string {
  last = Math.max(last + 1, Math.floor((startedAt + performance.now()) * 1000));
  return formatMicroseconds(last);
}

/** @param microseconds since the epoch */
export function formatMicroseconds(microseconds: number): string {
  const text = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, -1);
  return text + String(microseconds % 1000).padStart(3, '0');
}

/** Makes later timestamps follow a stored one, even if the clock was set back. */
export function notBefore(timestamp: string): void {
  last = Math.max(last, parseMicroseconds(timestamp));
}

/** Microseconds since the epoch, or NaN. The default zone is UTC. */
export function parseMicroseconds(timestamp: string): number {
  const [, head, fraction = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/i.exec(timestamp) ?? [];
  if (head === undefined) return Number.NaN;
  return Date.parse(head + zone) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}
