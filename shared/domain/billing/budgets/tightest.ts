/** A limit, null for none, and how much of it is used, null where that is not known. */
export interface Bound {
  readonly limit: number | null;
  readonly used: number | null;
}

/** The bound that leaves the least, the first of several. One without a limit is it only where none has a limit. */
export function tightest<B extends Bound>([first, ...others]: readonly [B, ...B[]]): B {
  return others.reduce((tight, bound) => (leftOf(bound) < leftOf(tight) ? bound : tight), first);
}

function leftOf({ limit, used }: Bound): number {
  return limit === null ? Number.POSITIVE_INFINITY : limit - (used ?? 0);
}
