const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long ago something happened, and how often the page refreshes until then, in milliseconds. */
interface Step {
  readonly until: number;
  readonly every: number;
}

/** Nothing is under way: slower with each minute without input. */
const resting: readonly Step[] = [
  { until: 2 * MINUTE, every: 20 * SECOND },
  { until: 10 * MINUTE, every: MINUTE },
  { until: Number.POSITIVE_INFINITY, every: 5 * MINUTE },
];

/** People wait for something, such as a start. It can take long, or never end. */
const moving: readonly Step[] = [
  { until: 2 * MINUTE, every: 2 * SECOND },
  { until: 10 * MINUTE, every: 10 * SECOND },
  { until: Number.POSITIVE_INFINITY, every: MINUTE },
];

/** A change by the reader shows its effect soon. */
const AFTER_CHANGE: Step = { until: 12 * SECOND, every: 3 * SECOND };

/**
 * What a page refreshes while nothing is under way shares 5 requests a minute. More than three things would fit twice
 * into some minutes, so each is refreshed once a minute at most.
 */
const shareOf = (sharers: number): number => (sharers > 3 ? Math.max(MINUTE, sharers * SHARE) : sharers * SHARE);

const SHARE = 12 * SECOND;

export interface Situation {
  /** Milliseconds since the reader last used the page. */
  readonly sinceInput: number;
  /** Milliseconds since the reader last changed something. */
  readonly sinceChange: number;
  /** Milliseconds since something is under way; undefined if nothing is. */
  readonly sinceMoving: number | undefined;
  /** How many things the page refreshes, including this one. */
  readonly sharers: number;
  /** The shortest time while nothing is under way. */
  readonly atLeast: number;
}

/** Milliseconds until the next refresh. */
export function paceOf({ sinceInput, sinceChange, sinceMoving, sharers, atLeast }: Situation): number {
  if (sinceChange < AFTER_CHANGE.until) return AFTER_CHANGE.every;
  const rest = Math.max(everyOf(resting, sinceInput), shareOf(sharers), atLeast);
  if (sinceMoving === undefined) return rest;
  return Math.min(rest, everyOf(moving, Math.min(sinceInput, sinceMoving)));
}

function everyOf(steps: readonly Step[], since: number): number {
  return steps.find(({ until }) => since < until)?.every ?? 0;
}

/** After this time without input, the page is refreshed less often, in milliseconds. */
export const RESTS_AFTER = 2 * MINUTE;
