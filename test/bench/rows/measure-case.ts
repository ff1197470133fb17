import { median } from '../statistics.ts';
import { type BenchService, isTooManyRows } from './bench-service.ts';
import type { BenchOwner, Case } from './cases.ts';
import type { ReadMeter, Reads } from './read-meter.ts';

/** The costs of a case for one owner. */
export interface Cost extends Reads {
  readonly milliseconds: number;
  /** Whether the response is complete, has a next page, or was refused because of too many rows. */
  readonly answer: 'whole' | 'more' | 'refused';
}

/** Measures several owners in turns, so that other load affects all of them. */
export interface CaseResult {
  readonly costs: readonly Cost[];
  /** The time of each owner relative to the first one: the median over the rounds. */
  readonly timeRatios: readonly number[];
}

export async function measureCase(
  service: BenchService,
  meter: ReadMeter,
  one: Case,
  owners: readonly BenchOwner[],
  runs: number,
): Promise<CaseResult> {
  const samples: (Reads & { milliseconds: number; answer: Cost['answer'] })[][] = owners.map(() => []);
  for (let round = -1; round < runs; round += 1) {
    for (const [index, owner] of owners.entries()) {
      meter.take();
      const begin = performance.now();
      const answer = await service.call(one, owner);
      const milliseconds = performance.now() - begin;
      // The first round loads code and opens connections.
      if (round >= 0) samples[index]?.push({ ...meter.take(), milliseconds, answer: endOf(answer) });
    }
  }
  const [first = []] = samples;
  return {
    costs: samples.map((ofOwner) => costOf(ofOwner)),
    timeRatios: samples.map((ofOwner) =>
      median(ofOwner.map(({ milliseconds }, round) => milliseconds / (first[round]?.milliseconds ?? Number.NaN))),
    ),
  };
}

function costOf(samples: readonly Cost[]): Cost {
  const [{ answer } = { answer: 'whole' as const }] = samples;
  const of = (part: 'calls' | 'units' | 'rows' | 'milliseconds') => median(samples.map((sample) => sample[part]));
  return { answer, calls: of('calls'), units: of('units'), rows: of('rows'), milliseconds: of('milliseconds') };
}

function endOf(answer: unknown): Cost['answer'] {
  if (isTooManyRows(answer)) return 'refused';
  const { next_page_id: next = null } = Object(answer) as { next_page_id?: string | null };
  return next === null ? 'whole' : 'more';
}
