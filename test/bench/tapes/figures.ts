import { median } from '../statistics.ts';
import type { Measurement } from './measure.ts';

/** What one build of a function takes: bytes of its bundle, and medians of CPU milliseconds. */
export interface Figures {
  readonly bytes: number;
  readonly init: number;
  readonly first: number;
  readonly second: number;
  /** After some 200 calls; undefined where none were made. */
  readonly warm?: number;
}

export function figuresOf(measurements: readonly Measurement[], bytes: number): Figures {
  const cpu = (part: 'import' | 'first' | 'second') => median(measurements.map((one) => one[part].cpuMs));
  const warm = measurements.flatMap((one) => one.warm.map(({ cpuMs }) => cpuMs));
  return {
    bytes,
    init: cpu('import'),
    first: cpu('first'),
    second: cpu('second'),
    ...(warm.length === 0 ? {} : { warm: median(warm) }),
  };
}
