import { DynamoSuspensions } from '../domain/billing/budgets/dynamo-suspensions.ts';
import type { PreparedDeps } from '../domain/conversations/start/create/prepared-workspace.ts';
import { DynamoPrebuilds } from '../domain/prebuilds/dynamo-prebuilds.ts';
import { findPrepared } from '../domain/prebuilds/find-prepared.ts';
import { DynamoSnapshotReader } from '../domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { documents } from '../platform/aws/documents.ts';
import { type VaultKey, vault } from '../platform/aws/kms-vault.ts';
import { LambdaWorkers } from '../platform/aws/lambda-workers.ts';
import { systemClock } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tables, WorkerName } from '../rights/statement.ts';

export const prebuilds = (granted: Tables<'prebuilds'>) => new DynamoPrebuilds(documents(), granted);

export const changePrebuildDeps = (granted: Tables<'prebuilds'>) => ({
  prebuilds: prebuilds(granted),
  now: systemClock,
});

/** The condition of requests for builds. */
export const unlessSuspended = (granted: Tables<'owners'>) => {
  const suspensions = new DynamoSuspensions(documents(), granted);
  return (ownerId: string) => suspensions.unlessSuspended(ownerId);
};

/** Finds builds for starts. */
export const preparedStarts = (
  granted: Tables<'prebuilds' | 'snapshots'>,
): NonNullable<PreparedDeps['findPrepared']> => {
  const deps = { prebuilds: prebuilds(granted), snapshots: new DynamoSnapshotReader(documents(), granted) };
  return (ownerId, wanted) => findPrepared(ownerId, wanted, deps);
};

/** Seals the secrets of webhooks. */
export const hookVault = (granted: VaultKey): Vault => vault(granted);

/** Starts the worker of a prebuild; returns once Lambda has accepted the invocation. */
export const startBuild = ({
  'build-prebuild': worker,
}: {
  readonly 'build-prebuild': WorkerName<'build-prebuild'>;
}) => {
  const workers = new LambdaWorkers();
  return (ownerId: string, prebuildId: string) => workers.start(worker, { owner_id: ownerId, prebuild_id: prebuildId });
};
