import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { DynamoErasure } from '../../shared/domain/maintenance/erasure/dynamo-erasure.ts';
import { DynamoReceipts } from '../../shared/domain/maintenance/erasure/dynamo-receipts.ts';
import { type EraseDeps, eraseOwner } from '../../shared/domain/maintenance/erasure/erase-owner.ts';
import { deletePrebuild } from '../../shared/domain/prebuilds/change-prebuilds.ts';
import { removeSpec } from '../../shared/domain/sandboxes/own-specs/change-own-specs.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { changePrebuildDeps, startBuild } from '../../shared/wiring/prebuilds.ts';
import { countedSnapshots, startSnapshotWorker } from '../../shared/wiring/sandboxes/snapshots.ts';
import { ownSpecs, sandboxStore } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string() });

const depsOf = wired(() => wire(grantedTo('erase-owner')));

/** Deletes an owner, as far as the time allows. The sweep starts the next run. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const { owner_id: ownerId } = Order.parse(event);
  const timeLeft = () => context.getRemainingTimeInMillis();
  await eraseOwner(ownerId, context.awsRequestId, { ...depsOf(), timeLeft });
}

function wire(granted: Granted<'erase-owner'>): Omit<EraseDeps, 'timeLeft'> {
  const prebuilds = { ...changePrebuildDeps(granted), work: startBuild(granted) };
  const specs = { ownSpecs: ownSpecs(granted), now: systemClock };
  return {
    receipts: new DynamoReceipts(documents(), granted),
    erasure: new DynamoErasure(documents(), granted),
    sandboxes: sandboxStore(granted),
    snapshots: countedSnapshots(granted),
    workOnSnapshot: startSnapshotWorker(granted),
    deletePrebuild: (ownerId, prebuildId) => deletePrebuild(ownerId, prebuildId, prebuilds),
    removeSpec: (ownerId, specId) => removeSpec(ownerId, specId, specs),
    now: systemClock,
    pause: (milliseconds) => wait(milliseconds),
  };
}
