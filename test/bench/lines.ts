import type { Builds } from './builds.ts';
import { nameOf } from './contestant.ts';
import type { Measurement } from './measure.ts';
import type { Result } from './race.ts';
import { median } from './statistics.ts';
import type { Subject } from './subjects/subject.ts';

/** What one build of a function takes: bytes, and medians in milliseconds. */
type Cost = Measurement & { readonly bytes: number };

export interface Line {
  readonly id: string;
  readonly kind: Subject['kind'];
  readonly shipped: Cost;
  readonly plain: Cost;
  /** Time to the first answer, of the plain build's. */
  readonly firstRatio: number;
  /** The whole process, of the plain build's, of the empty handler's and of the floor's. */
  readonly processRatio: number;
  readonly timesEmpty: number;
  readonly timesFloor: number;
  readonly calls: readonly string[];
}

type Results = ReadonlyMap<string, Result>;

/** @throws when the two builds of a function did not do the same. */
export function linesOf(subjects: readonly Subject[], builds: Builds, results: Results): readonly Line[] {
  const [empty, floor] = [nameOf('references', 'empty'), nameOf('references', 'floor')];
  return subjects.map(({ id, kind }) => {
    const [shipped, plain] = [nameOf('shipped', id), nameOf('plain', id)];
    const [bytes, plainBytes] = [builds.shipped.get(id)?.bytes, builds.plain.get(id)?.bytes];
    if (bytes === undefined || plainBytes === undefined) throw new Error(`${id} was not built`);
    const [{ calls }, plainCalls] = [resultOf(results, shipped), resultOf(results, plain).calls];
    if (calls.join() !== plainCalls.join())
      throw new Error(`${id} asks for ${calls}, its plain build for ${plainCalls}`);
    return {
      id,
      kind,
      shipped: { ...mediansOf(results, shipped), bytes },
      plain: { ...mediansOf(results, plain), bytes: plainBytes },
      firstRatio: ratioOf(results, 'firstMs', shipped, plain),
      processRatio: ratioOf(results, 'processMs', shipped, plain),
      timesEmpty: ratioOf(results, 'processMs', shipped, empty),
      timesFloor: ratioOf(results, 'processMs', shipped, floor),
      calls,
    };
  });
}

export function mediansOf(results: Results, name: string): Measurement {
  const { measurements } = resultOf(results, name);
  const of = (part: keyof Measurement) => median(measurements.map((measurement) => measurement[part]));
  return { importMs: of('importMs'), firstMs: of('firstMs'), processMs: of('processMs') };
}

/** The median of each round's ratio, which varies half as much as the ratio of the medians. */
function ratioOf(results: Results, part: keyof Measurement, name: string, other: string): number {
  const others = resultOf(results, other).measurements;
  const ratios = resultOf(results, name).measurements.flatMap((measurement, round) => {
    const against = others[round];
    return against ? [measurement[part] / against[part]] : [];
  });
  return median(ratios);
}

function resultOf(results: Results, name: string): Result {
  const result = results.get(name);
  if (!result) throw new Error(`${name} was not measured`);
  return result;
}
