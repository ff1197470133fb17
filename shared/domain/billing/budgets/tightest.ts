/** `limit` is null if there is none; `used` is null if the usage is unknown. */
export interface Bound {
  readonly limit: number | null;
  readonly used: number | null;
}

/** The bound with the least left; the first of equal bounds. */
export function tightest<B extends Bound>([first, ...others]: readonly [B, ...B[]]): B {
  return others.reduce((tight, bound) => (leftOf(bound) < leftOf(tight) ? bound : tight), first);
}

function leftOf({ limit, used }: Bound): number {
  return limit === null ? Number.POSITIVE_INFINITY : limit - (used ?? 0);
}
