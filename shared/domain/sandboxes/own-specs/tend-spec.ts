import { isDamaged } from '../../../platform/aws/rows.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError, VersionConflictError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { StageLimits } from '../../billing/budgets/start-rules.ts';
import type { SandboxKeys } from '../agent/keys.ts';
import { deleteRequested } from '../intent/intents.ts';
import { type LimitDeps, writeWithinLimit } from '../intent/within-limit.ts';
import { newSandbox } from '../lifecycle/generation.ts';
import { privacyOf } from '../record/privacy-fields.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import { SandboxExistsError, type SandboxStore } from '../store/sandbox-store.ts';
import { checkFailed, checkInterrupted, limitReached, notRegistered } from './check-reasons.ts';
import type { DynamoOwnSpecs } from './dynamo-own-specs.ts';
import { nextCheckStep } from './next-check-step.ts';
import { type CheckReason, familyOf, type OwnSpec, RETIRED, specOf, taskSpecOf } from './own-spec.ts';
import { DefinitionRefusedError, type TaskDefinitions } from './task-definitions.ts';
import { tendRetired } from './tend-retired.ts';
import type { Verified } from './verify-agent.ts';

export interface TendDeps extends LimitDeps {
  readonly ownSpecs: DynamoOwnSpecs;
  readonly sandboxes: SandboxStore;
  readonly definitions: TaskDefinitions;
  readonly keys: Pick<SandboxKeys, 'sessionKey'>;
  readonly verify: (url: string, sessionKey: string) => Promise<Verified>;
  /** The last lines that a sandbox printed; none if they cannot be read. */
  readonly lastLines: (sandbox: Sandbox) => Promise<readonly string[]>;
  readonly stageLimits: StageLimits;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** How long no other worker looks, in milliseconds: longer than one works. */
const LEASE = 6 * 60_000;

/** How much the clocks of two functions can differ, in milliseconds. */
const SKEW = 5_000;

/** Between two looks at a sandbox that starts, in milliseconds. */
const PAUSE = 1_000;

/**
 * Registers a spec and checks it by a first start, or deregisters a version that nothing needs. Any number of workers
 * can be called for a row: one has its lease, and the sweep calls another after a crash.
 *
 * @param until no step begins after this time; the next worker continues
 */
export async function tendSpec(ownerId: string, key: string, deps: TendDeps, until: Date): Promise<void> {
  if (key.startsWith(RETIRED)) return tendRetired(ownerId, key, deps);
  const { ownSpecs, now } = deps;
  const first = await ownSpecs.find(ownerId, key);
  if (first?.due_at === undefined || isDamaged(first)) return;
  // Another worker has the lease.
  if (Date.parse(first.due_at) > now().getTime() + SKEW) return;
  const leased = timestamp(new Date(now().getTime() + LEASE));
  if (!(await ownSpecs.lease(first, first.due_at, new Date(leased)))) return;
  while (now() < until) {
    const spec = await ownSpecs.find(ownerId, key);
    // Changed or deleted meanwhile: another worker has the new version.
    if (spec?.due_at !== leased) return;
    const sandbox = await deps.sandboxes.find(ownerId, spec.check.id);
    try {
      if (await takeStep(spec, sandbox, deps)) return;
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
  // The sweep calls the next worker.
  await ownSpecs.lease({ owner_id: ownerId, spec_id: key }, leased, now());
}

/** @returns whether nothing is left to do */
async function takeStep(spec: OwnSpec, sandbox: Sandbox | undefined, deps: TendDeps): Promise<boolean> {
  const step = nextCheckStep(spec, sandbox);
  switch (step.kind) {
    case 'register':
      await register(spec, deps);
      return false;
    case 'start':
      await start(spec, deps);
      return false;
    case 'wait':
      await deps.pause(PAUSE);
      return false;
    case 'verify':
      await verify(spec, step.sandbox, deps);
      return false;
    case 'failed':
      await settle(spec, { reason: checkFailed(step.reason, await deps.lastLines(step.sandbox)) }, deps);
      return false;
    case 'interrupted':
      await settle(spec, { reason: checkInterrupted }, deps);
      return false;
    case 'end-sandbox':
      await endSandbox(sandbox, deps);
      return false;
    case 'done':
      await deps.ownSpecs.change(spec, { ...spec, due_at: undefined });
      return true;
  }
}

async function register(spec: OwnSpec, deps: TendDeps): Promise<void> {
  try {
    await deps.definitions.register(familyOf(spec, spec.version), taskSpecOf(spec));
  } catch (error) {
    if (!(error instanceof DefinitionRefusedError)) throw error;
    return settle(spec, { reason: notRegistered(error.message) }, deps);
  }
  await deps.ownSpecs.change(spec, { ...spec, registered: true });
}

/** An ordinary sandbox of its owner, within their limits and at their cost. */
async function start(spec: OwnSpec, deps: TendDeps): Promise<void> {
  const fresh = newSandbox(spec.owner_id, spec.check.id, specOf(spec, spec), deps.now());
  const next = { ...fresh, ...privacyOf({ created_by: spec.checked_for }) };
  const key = { id: spec.api_key_id, lineages: spec.lineages ?? [] };
  try {
    await writeWithinLimit(
      [{ previous: null, next }],
      { stage: deps.stageLimits, onLimit: 'reject', key },
      deps,
      (changes, bounds) => deps.sandboxes.save(changes, bounds, [deps.ownSpecs.unchanged(spec)]),
    );
  } catch (error) {
    // An earlier worker has started it.
    if (error instanceof SandboxExistsError) return;
    const isLimit =
      error instanceof AppError && /^(concurrency_limit_exceeded|quota_exceeded|owner_suspended)$/.test(error.code);
    if (!isLimit) throw error;
    await settle(spec, { reason: limitReached(error.message) }, deps);
  }
}

async function verify(spec: OwnSpec, sandbox: Sandbox, deps: TendDeps): Promise<void> {
  const { agent_url: url } = sandbox;
  if (url === null) return deps.pause(PAUSE);
  await settle(spec, await deps.verify(url, await deps.keys.sessionKey(sandbox)), deps);
}

/** Records the result before the sandbox ends, so that a crash loses none. Starts use a version that passed. */
async function settle(
  spec: OwnSpec,
  result: Verified | { readonly reason: CheckReason },
  { ownSpecs, now }: TendDeps,
): Promise<void> {
  const at = now();
  const failure = 'reason' in result ? result.reason : null;
  const passed = 'version' in result ? result.version : null;
  const check = {
    ...spec.check,
    state: failure ? ('FAILED' as const) : ('PASSED' as const),
    reason: failure,
    agent_version: passed,
    finished_at: timestamp(at),
  };
  const { version, definition, offered } = spec;
  const isNew = !failure && offered?.version !== version;
  log.info('sandbox spec was checked', { owner_id: spec.owner_id, spec_id: spec.spec_id, version, check: check.state });
  await ownSpecs.change(
    spec,
    { ...spec, check, updated_at: timestamp(at), ...(isNew ? { offered: { version, definition } } : {}) },
    isNew && offered ? [ownSpecs.retired(spec, familyOf(spec, offered.version), null, at)] : [],
  );
}

async function endSandbox(sandbox: Sandbox | undefined, { sandboxes, now }: TendDeps): Promise<void> {
  if (isGone(sandbox)) return;
  await sandboxes.save([{ previous: sandbox, next: deleteRequested(sandbox, now()) }]);
}
