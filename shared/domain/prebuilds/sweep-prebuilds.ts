import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { DynamoPrebuilds, PrebuildName } from './dynamo-prebuilds.ts';

export interface PrebuildSweepDeps {
  readonly prebuilds: Pick<DynamoPrebuilds, 'due'>;
  readonly build: (ownerId: string, prebuildId: string) => Promise<void>;
  readonly now: Clock;
}

/** Workers that one sweep starts. The next sweep continues. */
const MOST = 100;

/** Starts a worker for each prebuild with due work: daily builds, and builds whose worker or event was lost. */
export async function sweepPrebuilds({ prebuilds, build, now }: PrebuildSweepDeps): Promise<void> {
  const due: PrebuildName[] = [];
  for await (const page of prebuilds.due(now())) {
    due.push(...page);
    if (due.length >= MOST) break;
  }
  const chosen = due.slice(0, MOST);
  const started = await Promise.allSettled(chosen.map(({ owner_id, prebuild_id }) => build(owner_id, prebuild_id)));
  const failed = started.filter(({ status }) => status === 'rejected');
  for (const { reason } of failed.slice(0, 1) as PromiseRejectedResult[])
    log.error('sweep did not start builds of prebuilds', { count: failed.length, error: reason });
}
