import type { Clock } from '../../platform/clock.ts';
import type { DynamoOwnSpecs } from '../sandboxes/own-specs/dynamo-own-specs.ts';
import type { SweepRun } from './sweep-run.ts';

export interface SpecsDeps {
  readonly ownSpecs: Pick<DynamoOwnSpecs, 'due'>;
  /** Starts the worker of an owner's spec; returns at once. */
  readonly checkSpec: (ownerId: string, specId: string) => Promise<void>;
  readonly now: Clock;
}

/** The most specs of owners in one run. The rest comes in the next. */
const SPECS = 50;

/** Finds checks whose worker died, and versions whose sandboxes may be gone by now. */
export async function sweepSpecs(run: SweepRun, { ownSpecs, checkSpec, now }: SpecsDeps): Promise<void> {
  const due = await ownSpecs.due(now(), SPECS);
  const nameOf = (spec: (typeof due)[number]) => `sandbox spec ${spec.owner_id}/${spec.spec_id}`;
  await run.each('sandbox-specs', due, nameOf, (spec) => checkSpec(spec.owner_id, spec.spec_id));
}
