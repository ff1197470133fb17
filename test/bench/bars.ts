import type { Line } from './lines.ts';

export const bars = {
  endpointBytes: 420_000,
  /** The longest time to the first answer of any function, of the plain build's. */
  firstRatio: 0.85,
} as const;

export function missesOf(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ id, kind, shipped, firstRatio }) => {
    const tooLarge = kind === 'endpoint' && shipped.bytes > bars.endpointBytes;
    const tooSlow = firstRatio > bars.firstRatio;
    const time = `${firstRatio.toFixed(3)} of the plain build's time, ${bars.firstRatio} is allowed`;
    return [
      ...(tooLarge ? [`${id}: its bundle has ${shipped.bytes} bytes, ${bars.endpointBytes} are allowed`] : []),
      ...(tooSlow ? [`${id}: its first answer takes ${time}`] : []),
    ];
  });
}
