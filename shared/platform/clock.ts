/** The current time, as a dependency: tests set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** ISO 8601 in UTC with milliseconds: such strings sort as the times they name. */
export function timestamp(date: Date): string {
  return date.toISOString();
}
