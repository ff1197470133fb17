import type { BuildCause } from '../../contract/shapes/prebuild.ts';
import { timestamp } from '../../platform/clock.ts';
import { NotFoundError, VersionConflictError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { currentLineages } from '../accounts/people/current-lineages.ts';
import type { DynamoMemberStore } from '../accounts/people/dynamo-member-store.ts';
import type { StageLimits } from '../billing/budgets/start-rules.ts';
import { AgentFailedError, HandOverError } from '../conversations/start/task/start-failed.ts';
import { deleteRequested, pauseRequested } from '../sandboxes/intent/intents.ts';
import { type LimitDeps, writeWithinLimit } from '../sandboxes/intent/within-limit.ts';
import { newSandbox } from '../sandboxes/lifecycle/generation.ts';
import { findSpec, type OwnSpecFinder } from '../sandboxes/own-specs/offered-spec.ts';
import { privacyOf } from '../sandboxes/record/privacy-fields.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { isGone } from '../sandboxes/record/status.ts';
import { chooseSize } from '../sandboxes/specs/choose-size.ts';
import type { SandboxSpecs } from '../sandboxes/specs/sandbox-specs.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import { type LeaseDeps, LeaseLostError, underLease, whileHeld } from './build-lease.ts';
import type { DynamoPrebuilds } from './dynamo-prebuilds.ts';
import { type EndDeps, fail, failureOf, keep } from './end-build.ts';
import { type BuildStep, nextBuildStep } from './next-build-step.ts';
import { changedPrebuild, nextBuild, type Prebuild } from './prebuild.ts';
import { BuildFailedError, type PrepareDeps, prepareWorkspace } from './prepare-workspace.ts';

export interface BuildDeps extends LimitDeps, LeaseDeps, PrepareDeps, EndDeps, OwnSpecFinder {
  readonly prebuilds: DynamoPrebuilds;
  readonly sandboxes: SandboxStore;
  /** @throws NotFoundError */
  readonly deleteSnapshot: (ownerId: string, snapshotId: string) => Promise<unknown>;
  readonly specs: SandboxSpecs;
  /** The limits of owners without limits of their own. */
  readonly stageLimits: StageLimits;
  readonly members: Pick<DynamoMemberStore, 'find'>;
}

export interface Run {
  /** The name of the worker. A retried invocation keeps it. */
  readonly worker: string;
  /** Time until this run must end, in milliseconds. */
  readonly timeLeft: () => number;
}

/** Rounds of one run. After more rounds, other writers keep changing the row, and each starts another run. */
const MAX_ROUNDS = 15;

/** Failures of the agent server in a row before the build fails. */
const MAX_ATTEMPTS = 3;

/** Minimum time left for the next wait, in milliseconds. */
const RESERVE = 20_000;

/**
 * Takes the next steps of a prebuild. Safe to call repeatedly and concurrently: each write is conditional, a lease
 * allows one worker at a time to prepare the workspace, and each step can be repeated after a crash.
 */
export async function runBuild(ownerId: string, prebuildId: string, run: Run, deps: BuildDeps): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const row = await deps.prebuilds.find(ownerId, prebuildId);
    if (!row) return;
    const { build } = row;
    const sandbox = build === null ? undefined : await deps.sandboxes.find(ownerId, build.build_id);
    const step = nextBuildStep(row, sandbox, deps.now(), run.worker);
    if (step.kind === 'none') return;
    try {
      if ((await perform(row, step, run, deps)) === 'later') return;
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
}

async function perform(
  row: Prebuild,
  step: Exclude<BuildStep, { readonly kind: 'none' }>,
  run: Run,
  deps: BuildDeps,
): Promise<'later' | undefined> {
  switch (step.kind) {
    case 'begin':
      return void (await begin(row, step.cause, deps));
    case 'prepare':
      return prepare(row, step, run, deps);
    case 'pause':
      return void (await pause(step.sandbox, deps));
    case 'keep':
      return void (await keep(row, step.build, deps));
    case 'fail':
      return void (await fail(row, new BuildFailedError(step.code, step.message), deps));
    case 'discard':
      return void (await discard(row, deps));
    case 'remove':
      return void (await deps.prebuilds.remove(row));
  }
}

/** Starts the sandbox of a build, within the limits of the key that created the prebuild. */
async function begin(row: Prebuild, cause: BuildCause, deps: BuildDeps): Promise<void> {
  const now = deps.now();
  const begun = { requested: null, next_build_at: nextBuild(row.refresh, now), attempts: 0 };
  try {
    const spec = await findSpec(row.owner_id, row.spec_id, deps);
    if (!spec) throw new BuildFailedError('spec_unknown', `The sandbox spec ${row.spec_id} no longer exists.`);
    const fresh = newSandbox(row.owner_id, newId(now), spec, now, chooseSize(row.resources, spec, now));
    const sandbox = { ...fresh, ...privacyOf({ created_by: row.created_by }), prebuild_id: row.prebuild_id };
    const { sandbox_id: id, created_at: at } = sandbox;
    const own_version = spec.own ? { version: spec.own.version, family: spec.own.family } : null;
    const times = { sandbox_created_at: at, began_at: timestamp(now) };
    const build = { build_id: id, cause, ...times, own_version, prepared: null };
    const next = changedPrebuild(row, now, { ...begun, build, state: 'BUILDING' });
    const part = deps.prebuilds.part({ previous: row, next });
    const policy = {
      stage: deps.stageLimits,
      onLimit: 'reject' as const,
      key: { id: row.api_key_id, lineages: await currentLineages(row.owner_id, row.lineages, deps) },
    };
    await writeWithinLimit([{ previous: null, next: sandbox }], policy, deps, (changes, bounds) =>
      deps.sandboxes.save(changes, bounds, [part]),
    );
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    await fail({ ...row, ...begun }, failure, deps);
  }
}

async function prepare(
  row: Prebuild,
  { build, sandbox }: Extract<BuildStep, { kind: 'prepare' }>,
  run: Run,
  deps: BuildDeps,
): Promise<'later' | undefined> {
  const timeIsUp = () => run.timeLeft() < RESERVE;
  const work = (signal: AbortSignal) =>
    prepareWorkspace(row, build, sandbox, { signal, timeIsUp }, deps).catch((error: unknown) => ({ error }));
  const result = await underLease(row, run.worker, work, deps);
  const end = (write: (leased: Prebuild) => Promise<void>) => whileHeld(row, run.worker, deps, write);
  const released = { lease_holder: null, lease_until: null };
  if (!('error' in result)) {
    const change = { ...released, attempts: 0, build: { ...build, prepared: result } };
    return void (await end((leased) => saved(leased, change, deps)));
  }
  const { error } = result;
  if (error instanceof BuildFailedError) return void (await end((leased) => fail(leased, error, deps)));
  const isHandOver = error instanceof HandOverError;
  const message = error instanceof Error ? error.message : String(error);
  if (!isHandOver) log.warn('a build failed and is tried again', { prebuild_id: row.prebuild_id, message });
  const attempts = row.attempts + (isHandOver ? 0 : 1);
  const isLast = attempts >= MAX_ATTEMPTS;
  const why = error instanceof AgentFailedError ? 'The agent server of the sandbox failed' : 'The sandbox failed';
  const failure = new BuildFailedError('agent_failed', `${why} several times. Build again.`);
  await end((leased) => (isLast ? fail(leased, failure, deps) : saved(leased, { ...released, attempts }, deps)));
  return isLast ? undefined : 'later';
}

async function saved(row: Prebuild, change: Partial<Prebuild>, { prebuilds, now }: BuildDeps): Promise<void> {
  await prebuilds.save({ previous: row, next: changedPrebuild(row, now(), change) });
}

async function pause(sandbox: Sandbox, { sandboxes, now }: BuildDeps): Promise<void> {
  const next = pauseRequested(sandbox, now());
  if (next) await sandboxes.save([{ previous: sandbox, next }]);
}

/** Deletes the sandbox of an ended build, or an earlier snapshot. What is gone already is forgotten. */
async function discard(row: Prebuild, deps: BuildDeps): Promise<void> {
  const [first, ...rest] = row.discards;
  if (!first) return;
  const { owner_id: ownerId } = row;
  if (first.kind === 'sandbox') await deleteSandbox(ownerId, first.id, row.prebuild_id, deps);
  else await deps.deleteSnapshot(ownerId, first.id).catch(ignoreMissing);
  const next = changedPrebuild(row, deps.now(), { discards: rest });
  await deps.prebuilds.save({ previous: row, next });
}

async function deleteSandbox(ownerId: string, id: string, prebuildId: string, deps: BuildDeps): Promise<void> {
  const sandbox = await deps.sandboxes.find(ownerId, id);
  if (isGone(sandbox) || sandbox.prebuild_id !== prebuildId) return;
  await deps.sandboxes.save([{ previous: sandbox, next: deleteRequested(sandbox, deps.now()) }]);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}
