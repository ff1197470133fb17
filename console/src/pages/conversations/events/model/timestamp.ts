/**
 * The time of an event in UTC with microseconds: texts of one length, so that they sort as the times do. Agents write
 * local time without a zone and run in UTC.
 *
 * @returns undefined for what is no time
 */
export function timestampOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(value);
  const milliseconds = Date.parse(hasZone ? value : `${value}Z`);
  if (Number.isNaN(milliseconds)) return undefined;
  const fraction = /\.(\d+)/.exec(value)?.[1] ?? '';
  const toSecond = new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().slice(0, 19);
  return `${toSecond}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

/** The same time `milliseconds` earlier. */
export function earlier(timestamp: string, milliseconds: number): string {
  return new Date(Date.parse(timestamp) - milliseconds).toISOString();
}
