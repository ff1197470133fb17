import type { Builds } from './builds.ts';
import { nameOf } from './contestant.ts';
import type { Measurement } from './measure.ts';
import type { Result } from './race.ts';
import { median } from './statistics.ts';
import type { Subject } from './subjects/subject.ts';

/** What one build of a function takes: bytes, and medians in milliseconds. */
export type Cost = Measurement & { readonly bytes: number };

/** One function beside its plain build and the references. */
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
  const [empty, floor] = [mediansOf(results, 'references/empty'), mediansOf(results, 'references/floor')];
  return subjects.map(({ id, kind }) => {
    const [bundle, plainBundle] = [builds.shipped.get(id), builds.plain.get(id)];
    if (!bundle || !plainBundle) throw new Error(`${id} was not built`);
    const { calls } = resultOf(results, nameOf('shipped', id));
    const plainCalls = resultOf(results, nameOf('plain', id)).calls;
    if (calls.join() !== plainCalls.join())
      throw new Error(`${id} asks for ${calls}, its plain build for ${plainCalls}`);
    const shipped = { ...mediansOf(results, nameOf('shipped', id)), bytes: bundle.bytes };
    const plain = { ...mediansOf(results, nameOf('plain', id)), bytes: plainBundle.bytes };
    return {
      id,
      kind,
      shipped,
      plain,
      firstRatio: shipped.firstMs / plain.firstMs,
      processRatio: shipped.processMs / plain.processMs,
      timesEmpty: shipped.processMs / empty.processMs,
      timesFloor: shipped.processMs / floor.processMs,
      calls,
    };
  });
}

export function mediansOf(results: Results, name: string): Measurement {
  const { measurements } = resultOf(results, name);
  const of = (part: keyof Measurement) => median(measurements.map((measurement) => measurement[part]));
  return { importMs: of('importMs'), firstMs: of('firstMs'), processMs: of('processMs') };
}

function resultOf(results: Results, name: string): Result {
  const result = results.get(name);
  if (!result) throw new Error(`${name} was not measured`);
  return result;
}
