import * as z from 'zod';

const hour = z.int().min(0).max(24);

/** Tasks that wait for sandboxes. AWS charges for them as for running sandboxes. */
export const warmPool = z.strictObject({
  size: z.int().min(0).max(100),
  /** Hours of the day in UTC, by default all: `{ from: 22, until: 6 }` spans midnight. */
  hours: z
    .strictObject({ from: hour.max(23), until: hour.min(1) })
    .refine(({ from, until }) => from !== until, 'must differ; omit hours to keep the pool all day')
    .optional(),
});
export type WarmPool = Readonly<z.output<typeof warmPool>>;

export function hoursADay({ hours }: WarmPool): number {
  if (!hours) return 24;
  const length = (hours.until - hours.from + 24) % 24;
  return length === 0 ? 24 : length;
}
