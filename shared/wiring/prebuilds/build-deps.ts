import { setTimeout as wait } from 'node:timers/promises';
import { outboxPart } from '../../domain/accounts/outbox/outbox.ts';
import { HttpAgentWorkspace } from '../../domain/conversations/start/agent/http-agent-workspace.ts';
import { gitBasesOf } from '../../domain/git/git-bases.ts';
import type { BuildDeps } from '../../domain/prebuilds/run-build.ts';
import { deleteSnapshot } from '../../domain/sandboxes/snapshots/change-snapshot.ts';
import { createSnapshot } from '../../domain/sandboxes/snapshots/create-snapshot.ts';
import { SandboxSpecs } from '../../domain/sandboxes/specs/sandbox-specs.ts';
import { systemClock } from '../../platform/clock.ts';
import { optionalEnv, requireEnv, requireEnvInteger } from '../../platform/env.ts';
import type { Granted } from '../../rights/index.ts';
import { memberStore } from '../accounts.ts';
import { stageLimits, startBudgets } from '../billing.ts';
import { repositoryTokenDeps } from '../git.ts';
import { prebuilds } from '../prebuilds.ts';
import { snapshotStore, startSnapshotWorker } from '../sandboxes/snapshots.ts';
import { meteredWriter, ownSpecs, sandboxKeys, sandboxStore } from '../sandboxes.ts';
import { settingsWithoutModel } from '../settings.ts';

/** Makes workspaces snapshots, and deletes those of earlier builds, as the endpoints for snapshots do. */
const buildSnapshots = (granted: Granted<'build-prebuild'>): Pick<BuildDeps, 'keepWorkspace' | 'deleteSnapshot'> => {
  const snapshots = snapshotStore(granted);
  const work = startSnapshotWorker(granted);
  const snapshotLimit = requireEnvInteger('SNAPSHOT_LIMIT');
  const deps = { sandboxes: meteredWriter(granted), snapshots, snapshotLimit, now: systemClock };
  return {
    keepWorkspace: ({ name, payer, ...sandbox }, further) =>
      createSnapshot(
        sandbox,
        { name, retentionDays: null, kept: true },
        payer,
        (row) => further(row.snapshot_id),
        deps,
      ),
    deleteSnapshot: async (ownerId, snapshotId) => {
      const { holds } = await deleteSnapshot(ownerId, snapshotId, deps);
      if (holds === 0) await work(ownerId, snapshotId);
    },
  };
};

/** An aborted wait simply ends. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined);

export const buildDeps = (granted: Granted<'build-prebuild'>): BuildDeps => ({
  prebuilds: prebuilds(granted),
  sandboxes: sandboxStore(granted),
  ...buildSnapshots(granted),
  budgets: startBudgets(granted),
  specs: SandboxSpecs.load(),
  ownSpecs: ownSpecs(granted),
  stageLimits: stageLimits(),
  members: memberStore(granted),
  keys: sandboxKeys(granted),
  settings: settingsWithoutModel(granted),
  workspace: new HttpAgentWorkspace(pause),
  gitBases: gitBasesOf(optionalEnv('GIT_BASES')),
  appTokens: repositoryTokenDeps(granted).appTokens,
  publicBaseUrl: requireEnv('PUBLIC_BASE_URL'),
  published: (event) => outboxPart(event, granted.integratorEvents),
  now: systemClock,
  pause,
});
