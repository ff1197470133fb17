import type { Part } from '../../platform/aws/transact.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { AppError, VersionConflictError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { IntegratorEvent } from '../accounts/outbox/outbox.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import type { DynamoPrebuilds } from './dynamo-prebuilds.ts';
import type { BuildStep } from './next-build-step.ts';
import { changedPrebuild, type Finished, type Prebuild } from './prebuild.ts';
import { BuildFailedError } from './prepare-workspace.ts';

/** A workspace that becomes a snapshot. */
export interface KeptWorkspace {
  readonly ownerId: string;
  readonly sandboxId: string;
  readonly name: string;
  /** The API key that pays for its storage, and its person. */
  readonly payer: Pick<Sandbox, 'api_key_id' | 'lineages' | 'created_by'>;
}

export interface EndDeps {
  readonly prebuilds: DynamoPrebuilds;
  /**
   * Makes the saved workspace of a paused sandbox a snapshot, together with further parts of the same transaction.
   *
   * @throws NotFoundError; AppError when there is no workspace, or the owner has too many snapshots
   */
  readonly keepWorkspace: (
    workspace: KeptWorkspace,
    further: (snapshotId: string) => Promise<readonly Part[]>,
  ) => Promise<unknown>;
  /** An event for integrators, as a part of the transaction that it reports. */
  readonly published: (event: IntegratorEvent) => Part;
  readonly now: Clock;
}

/** Length limit of a snapshot's name. */
const NAME_LENGTH = 200;

/** One transaction makes the snapshot and points the prebuild to it. */
export async function keep(
  row: Prebuild,
  { prepared, ...build }: Extract<BuildStep, { kind: 'keep' }>['build'],
  deps: EndDeps,
): Promise<void> {
  const { owner_id: ownerId, prebuild_id: id, current, discards } = row;
  const { build_id: sandboxId, own_version } = build;
  const now = deps.now();
  const payer = { api_key_id: row.api_key_id, lineages: row.lineages, created_by: row.created_by };
  const name = `Prebuild of ${row.repository}`.slice(0, NAME_LENGTH);
  const replaced = current === null ? [] : [{ kind: 'snapshot' as const, id: current.snapshot_id }];
  try {
    await deps.keepWorkspace({ ownerId, sandboxId, name, payer }, async (snapshot_id) => {
      const seconds = Math.round((now.getTime() - Date.parse(build.began_at)) / 1000);
      const built = { build_id: sandboxId, snapshot_id, own_version, seconds, built_at: timestamp(now) };
      const finished: Finished = { ...prepared, ...built };
      const next = changedPrebuild(row, now, {
        state: row.requested === null ? 'READY' : 'BUILDING',
        build: null,
        current: finished,
        failure: null,
        discards: [...discards, ...replaced, { kind: 'sandbox', id: sandboxId }],
      });
      return [deps.prebuilds.part({ previous: row, next }), deps.published(endOf(next, sandboxId, now))];
    });
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    log.warn('a build was not kept', { owner_id: ownerId, prebuild_id: id, message: failure.message });
    await fail(row, failure, deps);
  }
}

/** Ends a build. Starts go on to use the last successful one. */
export async function fail(row: Prebuild, { code, message, output }: BuildFailedError, deps: EndDeps): Promise<void> {
  const { build, discards, requested } = row;
  const now = deps.now();
  const next = changedPrebuild(row, now, {
    state: requested === null ? 'ERROR' : 'BUILDING',
    requested,
    next_build_at: row.next_build_at,
    attempts: 0,
    build: null,
    failure: { code, message, output, at: timestamp(now) },
    discards: build === null ? discards : [...discards, { kind: 'sandbox', id: build.build_id }],
    lease_holder: null,
    lease_until: null,
  });
  const identity = build?.build_id ?? `${row.version}`;
  await deps.prebuilds.save({ previous: row, next }, [deps.published(endOf(next, identity, now))]);
}

/** Why a build cannot go on. @returns undefined for a temporary error, and for a lost race */
export function failureOf(error: unknown): BuildFailedError | undefined {
  if (error instanceof BuildFailedError) return error;
  if (error instanceof VersionConflictError || !(error instanceof AppError)) return undefined;
  return error.code === 'unavailable' ? undefined : new BuildFailedError(error.code, error.message);
}

function endOf(row: Prebuild, buildId: string, now: Date): IntegratorEvent {
  const { owner_id: ownerId, prebuild_id: id, repository, branch, current, failure } = row;
  const type = failure === null ? 'prebuild.ready' : 'prebuild.failed';
  const data = {
    prebuild_id: id,
    repository,
    branch,
    snapshot_id: current?.snapshot_id ?? null,
    commit: current?.commit ?? null,
    reason: failure?.code ?? null,
  };
  return { ownerId, type, objectId: id, id: `${id}/${buildId}`, occurredAt: timestamp(now), data };
}
