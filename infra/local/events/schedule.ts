const unitMilliseconds: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The milliseconds of a `rate(…)`. @throws Error for others, such as `cron(…)` */
export function parseRate(expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = unitMilliseconds[unit];
  if (milliseconds === undefined) throw new Error(`the schedule ${expression} is not available locally`);
  return Number(count) * milliseconds;
}
