import type { Line } from './lines.ts';

export const bars = {
  /** The largest bundle of an endpoint. A KB has 1,000 bytes. */
  endpointBytes: 350_000,
  /** The longest time to the first answer, of the plain build's. */
  firstRatio: 0.85,
} as const;

/**
 * Without the SDK in a bundle, nothing is there of what our build leaves out of it: such a function is in its first answer before the plain build of others has
 * found its credentials, and a share of next to nothing says nothing.
 */
export function isJudgedByTime({ holdsSdk }: Line): boolean {
  return holdsSdk;
}

/** The bars that were missed, one sentence each. */
export function missesOf(lines: readonly Line[]): readonly string[] {
  return lines.flatMap((line) => {
    const { id, kind, shipped, firstRatio } = line;
    const tooLarge = kind === 'endpoint' && shipped.bytes > bars.endpointBytes;
    const tooSlow = isJudgedByTime(line) && firstRatio > bars.firstRatio;
    return [
      ...(tooLarge ? [`${id}: its bundle has ${shipped.bytes} bytes, ${bars.endpointBytes} are allowed`] : []),
      ...(tooSlow
        ? [
            `${id}: its first answer takes ${firstRatio.toFixed(3)} of the plain build's time, ${bars.firstRatio} is allowed`,
          ]
        : []),
    ];
  });
}
