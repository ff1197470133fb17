import * as z from 'zod';

const hour = z.int().min(0).max(24);

/** Tasks that wait for sandboxes: how many, and in which hours of the day in UTC; without hours, always. */
export const warmPool = z.strictObject({
  /** More would be a second fleet: what waits is paid for like what works. */
  size: z.int().min(0).max(100),
  /** From the first hour on and before the other: `{ from: 22, until: 6 }` goes over midnight. */
  hours: z
    .strictObject({ from: hour.max(23), until: hour.min(1) })
    .refine(({ from, until }) => from !== until, 'must differ; leave hours out to keep the pool all day')
    .optional(),
});
export type WarmPool = Readonly<z.output<typeof warmPool>>;

/** How many hours of a day the pool is kept. */
export function hoursADay({ hours }: WarmPool): number {
  if (!hours) return 24;
  const length = (hours.until - hours.from + 24) % 24;
  return length === 0 ? 24 : length;
}
