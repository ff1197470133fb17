/** The current time, as a dependency: tests set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** ISO 8601 in UTC with milliseconds: such strings sort as the times they name. */
export function timestamp(date: Date): string {
  return date.toISOString();
}

/** Whole seconds since 1970. */
export function epochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
