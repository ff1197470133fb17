import type { Capacity } from '../../../contract/shapes/enums.ts';
import type { ResourcesRequest } from '../../../contract/shapes/resources.ts';
import { AppError, NotFoundError, retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import { type LimitDeps, type LimitPolicy, writeWithinLimit } from '../intent/within-limit.ts';
import { newSandbox } from '../lifecycle/generation.ts';
import { keptSpec } from '../own-specs/kept-spec.ts';
import type { OwnSpecFinder } from '../own-specs/offered-spec.ts';
import { privacyOf } from '../record/privacy-fields.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import { wakePoliciesWith } from '../record/wake-policy.ts';
import type { CreateSnapshotDeps } from '../snapshots/create-snapshot.ts';
import type { Payer } from '../snapshots/snapshot-changes.ts';
import { chooseSize } from '../specs/choose-size.ts';
import type { SandboxSpecs } from '../specs/sandbox-specs.ts';
import { SandboxExistsError, type SandboxStore } from '../store/sandbox-store.ts';
import { beginningFrom, specOf } from './begin-from-snapshot.ts';
import { type Copy, copyOf, discardCopy } from './fork-snapshot.ts';

export interface ForkDeps extends CreateSnapshotDeps, LimitDeps, OwnSpecFinder {
  readonly sandboxes: SandboxStore;
  readonly specs: SandboxSpecs;
  /** Starts the worker of a snapshot that is still being created; returns at once. */
  readonly work: (ownerId: string, snapshotId: string) => Promise<void>;
}

export interface ForkOrder {
  readonly count: number;
  readonly wake: Parameters<typeof wakePoliciesWith>[1];
  readonly resources: ResourcesRequest | undefined;
  readonly capacity: Capacity | undefined;
  readonly payer: Payer;
  /** The ids of the snapshot and of the forks, which a repeated request derives again. */
  readonly idOf: (what: string) => string;
}

/** The outcome of one fork. */
export type Fork = { readonly sandbox: Sandbox } | { readonly refusal: AppError };

/**
 * Starts copies of a sandbox, each with its own outcome. All begin from one snapshot of it, so that they are equal.
 *
 * @throws NotFoundError; AppError with the first refusal when no fork was started
 */
export async function forkSandbox(
  ownerId: string,
  sandboxId: string,
  order: ForkOrder,
  policy: LimitPolicy,
  deps: ForkDeps,
): Promise<readonly Fork[]> {
  const source = await deps.sandboxes.find(ownerId, sandboxId);
  if (isGone(source)) throw new NotFoundError('Sandbox', sandboxId);
  const plan = await planOf(source, order, deps);
  const copy = await copyOf(source, { id: order.idOf('snapshot'), ...implicit }, order.payer, deps);
  const forks = await startAll(copy, plan, policy, { count: order.count, idOf: order.idOf }, deps);
  if (forks.every((fork) => 'refusal' in fork)) {
    await discardCopy(copy, deps);
    const [first] = forks;
    if (first && 'refusal' in first) throw first.refusal;
  }
  const { snapshot } = copy;
  if (snapshot.state === 'CREATING') await deps.work(ownerId, snapshot.snapshot_id);
  return forks;
}

/** The service deletes it once no fork begins from it. */
const implicit = { name: null, retentionDays: null, kept: false } as const;

type Plan = (id: string, copy: Copy, now: Date) => Sandbox;

/** A fork has the size, capacity and wake policies of its source, unless the request changes them. */
async function planOf(source: Sandbox, { wake, resources, capacity, payer }: ForkOrder, deps: ForkDeps): Promise<Plan> {
  const { now } = deps;
  // The image that wrote the workspace.
  const spec = keptSpec(source) ?? (await specOf(source, deps));
  const size = (least: number) =>
    chooseSize(resources, spec, now(), {
      otherwise: source,
      leastGigabytes: Math.max(least, source.workspace_gigabytes),
    });
  // Refuses a wrong request before anything is copied.
  size(0);
  const policies = wakePoliciesWith(source, wake);
  return (id, { snapshot }, at) => ({
    ...beginningFrom(newSandbox(source.owner_id, id, spec, at, size(snapshot.size_gib)), snapshot),
    ...privacyOf({ created_by: payer.created_by, private_to: source.private_to }),
    wake: policies,
    capacity: capacity ?? source.capacity,
  });
}

/** One after the other, as all change the account of one owner. A limit that refused one fork refuses the rest too. */
async function startAll(
  copy: Copy,
  plan: Plan,
  policy: LimitPolicy,
  { count, idOf }: Pick<ForkOrder, 'count' | 'idOf'>,
  deps: ForkDeps,
): Promise<readonly Fork[]> {
  const forks: Fork[] = [];
  let limit: AppError | undefined;
  for (let n = 1; n <= count; n += 1) {
    const fork = limit ? { refusal: limit } : await startOne(plan(idOf(`fork ${n}`), copy, deps.now()), policy, deps);
    forks.push(fork);
    if ('refusal' in fork && limits.includes(fork.refusal.code)) limit = fork.refusal;
  }
  return forks;
}

const limits: readonly AppError['code'][] = [
  'concurrency_limit_exceeded',
  'quota_exceeded',
  'owner_suspended',
  'usage_not_settled',
];

async function startOne(next: Sandbox, policy: LimitPolicy, deps: ForkDeps): Promise<Fork> {
  try {
    const start = async (): Promise<Fork> => {
      // An earlier attempt of this request, or one that runs at the same time, can have started it.
      const earlier = await deps.sandboxes.find(next.owner_id, next.sandbox_id);
      if (earlier)
        return isGone(earlier) ? { refusal: new NotFoundError('Sandbox', next.sandbox_id) } : { sandbox: earlier };
      await writeWithinLimit([{ previous: null, next }], policy, deps, (changes, bounds) =>
        deps.sandboxes.save(changes, bounds),
      );
      return { sandbox: next };
    };
    return await retryLostRaces(start, { isLost });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refusal: error };
  }
}

function isLost(error: unknown): boolean {
  return error instanceof VersionConflictError || error instanceof SandboxExistsError;
}
