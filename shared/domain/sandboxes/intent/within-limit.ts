import { onlyFor } from '../../../contract/endpoint/audience.ts';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { OnLimit } from '../../../contract/shapes/enums.ts';
import { lineagesOf } from '../../../contract/shapes/lineages.ts';
import type { Clock } from '../../../platform/clock.ts';
import { retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import { pausedForAnother } from '../../../presentation/sandbox-reasons.ts';
import { lineageIdsOf } from '../../billing/budgets/account.ts';
import type { Budgets } from '../../billing/budgets/budgets.ts';
import {
  type Admission,
  checkAdmission,
  limitExceeded,
  ownerSuspended,
  quotaExceeded,
} from '../../billing/budgets/check-admission.ts';
import {
  budgetedLineages,
  isConcurrency,
  type StageLimits,
  type StartBounds,
  type StartingKey,
} from '../../billing/budgets/start-rules.ts';
import { isCounted } from '../record/conditions.ts';
import { payerOf } from '../record/ledger-of.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { demandOf } from '../store/counts.ts';
import { type CountedRow, type SandboxChange, SandboxLimitError, type SandboxStore } from '../store/sandbox-store.ts';
import { pauseRequested } from './intents.ts';

/** The limits of a start, and what to do at the concurrency limit. A start pauses other sandboxes only on request. */
export interface LimitPolicy {
  /** The limits of owners without limits of their own. */
  readonly stage: StageLimits;
  readonly onLimit: OnLimit;
  /** The calling key. The sandbox counts for this key and its lineages until another key resumes it. */
  readonly key: StartingKey;
  /** The person who requests it; absent for a key of no member. */
  readonly person?: string | undefined;
  /** The same if the person does not see what is private to others. */
  readonly visibleTo?: string | undefined;
}

export function policyFor(caller: Caller, stage: StageLimits, onLimit: LimitPolicy['onLimit']): LimitPolicy {
  const key = { id: caller.keyId, lineages: lineagesOf(caller) };
  return { stage, onLimit, key, person: caller.person?.id, visibleTo: onlyFor(caller) };
}

export interface LimitDeps {
  readonly sandboxes: Pick<SandboxStore, 'oldestCounted' | 'findMany'>;
  readonly budgets: Pick<Budgets, 'knownLimits' | 'account' | 'refresh'>;
  readonly now: Clock;
}

/** One refusal shows enough for the next try to succeed, unless other writers change the account too. */
const TRIES = 5;

/** More rows do not fit in the transaction of a start. */
const MAX_PAUSES = 80;

/** The most sandboxes that a refusal names, oldest first: at least as many as can be paused. */
const NAMED = 100;

/**
 * Writes changes that start a sandbox, within the limits and budgets of the owner and the key. With `pause_oldest`, the
 * same transaction pauses as many of the oldest sandboxes as needed.
 *
 * @throws AppError `concurrency_limit_exceeded`, with the ids that count, `quota_exceeded` or `owner_suspended`;
 * VersionConflictError when other writers change the account at every try
 */
export async function writeWithinLimit(
  changes: readonly SandboxChange[],
  policy: LimitPolicy,
  deps: LimitDeps,
  write: (changes: readonly SandboxChange[], bounds: StartBounds) => Promise<void>,
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const { owner_id: ownerId } = first.next;
  const charged = changes.map((change) => chargedTo(policy.key, change));
  let pauses: readonly SandboxChange[] = [];
  const tryToWrite = async () => {
    const { stage, key } = policy;
    const bounds = { stage, known: deps.budgets.knownLimits(ownerId), key, now: deps.now };
    try {
      await write([...charged, ...pauses], bounds);
    } catch (error) {
      if (error instanceof SandboxLimitError) pauses = await afterRefusal(charged, pauses, bounds, policy, deps);
      throw error;
    }
  };
  await retryLostRaces(tryToWrite, { tries: TRIES, isLost: isRefusal }).catch((error: unknown) => {
    throw isRefusal(error) ? new VersionConflictError('the account of', ownerId) : error;
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof SandboxLimitError;
}

/** Charges a starting sandbox to this key. A running sandbox stays with the key that started it. */
function chargedTo({ id, lineages }: StartingKey, change: SandboxChange): SandboxChange {
  const { previous, next } = change;
  if (!isCounted(next) || (previous && isCounted(previous))) return change;
  const charged = { ...next, api_key_id: id, lineages: [...lineages] };
  // A claimed task already exists, and this sandbox now pays for it.
  const launch = next.claimed && next.launch ? { ...next.launch, ...payerOf(charged) } : next.launch;
  return { ...change, next: { ...charged, launch } };
}

/** Removes the reason for a refusal where possible. @returns the pauses that make room */
async function afterRefusal(
  changes: readonly SandboxChange[],
  pauses: readonly SandboxChange[],
  bounds: StartBounds,
  policy: LimitPolicy,
  deps: LimitDeps,
): Promise<readonly SandboxChange[]> {
  const ownerId = changes[0]?.next.owner_id ?? '';
  const account = await deps.budgets.account(ownerId);
  const admission = checkAdmission(account, demandOf([...changes, ...pauses]), bounds);
  if (admission.kind === 'fits') return pauses;
  if (admission.kind === 'suspended') throw ownerSuspended(admission.suspension);
  if (admission.kind === 'unsettled') {
    const budgeted = budgetedLineages(policy.key).map(({ id }) => id);
    await deps.budgets.refresh(ownerId, budgeted);
    return pauses;
  }
  const { limit } = admission;
  if (!isConcurrency(limit.unit)) throw quotaExceeded(limit, deps.now());
  return makeRoom(changes, pauses, admission, policy, deps);
}

async function makeRoom(
  changes: readonly SandboxChange[],
  pauses: readonly SandboxChange[],
  { limit, lineage }: Extract<Admission, { kind: 'exceeded' }>,
  policy: LimitPolicy,
  deps: LimitDeps,
): Promise<readonly SandboxChange[]> {
  const ownerId = changes[0]?.next.owner_id ?? '';
  const all = [...changes, ...pauses];
  const involved = new Set(all.map(({ next }) => next.sandbox_id));
  const demand = demandOf(all);
  const isOfVcpus = limit.unit === 'vcpus';
  const { lineages, owner } = isOfVcpus ? demand.cpuUnits : demand;
  const each = isOfVcpus ? 1024 : 1;
  const missing = limit.used * each + (lineage === null ? owner : (lineages.get(lineage) ?? 0)) - limit.limit * each;
  const isEligible = (row: CountedRow) =>
    !involved.has(row.sandbox_id) && (lineage === null || lineageIdsOf(row).includes(lineage));
  const eligible = await deps.sandboxes.oldestCounted(ownerId, NAMED, isEligible);
  const chosen = fewestWith(missing, eligible, ({ size }) => (isOfVcpus ? size.cpu_units : 1));
  const canPause = policy.onLimit === 'pause_oldest' && chosen && pauses.length + chosen.length <= MAX_PAUSES;
  const oldest = canPause ? await deps.sandboxes.findMany(ownerId, chosen) : [];
  const room = oldest.flatMap((sandbox) => pausedFor(sandbox, deps.now()));
  if (!canPause || room.length !== chosen.length) {
    throw limitExceeded(
      limit,
      eligible.map(({ sandbox_id: id }) => id),
    );
  }
  return [...pauses, ...room];
}

/** The oldest rows that have the missing amount together; undefined when all rows have less. */
function fewestWith(
  missing: number,
  oldestFirst: readonly CountedRow[],
  amountOf: (row: CountedRow) => number,
): readonly string[] | undefined {
  let rest = missing;
  const chosen: string[] = [];
  for (const row of oldestFirst) {
    if (rest <= 0) break;
    rest -= amountOf(row);
    chosen.push(row.sandbox_id);
  }
  return rest <= 0 ? chosen : undefined;
}

function pausedFor(oldest: Sandbox, now: Date): readonly SandboxChange[] {
  const next = pauseRequested(oldest, now, { pauseReason: 'limit', reason: pausedForAnother });
  return next ? [{ previous: oldest, next }] : [];
}
