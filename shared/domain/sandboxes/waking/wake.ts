import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { currentLineages } from '../../accounts/people/current-lineages.ts';
import type { DynamoMemberStore } from '../../accounts/people/dynamo-member-store.ts';
import type { StageLimits } from '../../billing/budgets/start-rules.ts';
import { changeIntent, requireWorkspace, resumeRequested } from '../intent/intents.ts';
import { type LimitDeps, type LimitPolicy, policyFor, writeWithinLimit } from '../intent/within-limit.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';

/**
 * The most wakes of a sandbox on one day (UTC) with its session key, so that no program keeps a forgotten sandbox in
 * motion, and as many without a key. The counts are separate, so that strangers do not use up the wakes of the session
 * key.
 */
export const WAKES_A_DAY = 20;

/** What a request at an address proves: an API key of the owner, the session key, or only the address itself. */
export type Visitor =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'session-key' }
  | { readonly kind: 'stranger' };

export interface WakeDeps extends LimitDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save' | 'oldestCounted' | 'findMany'>;
  /** The concurrency limit of owners without a limit of their own. */
  readonly stageLimits: StageLimits;
  readonly members: Pick<DynamoMemberStore, 'find'>;
  /** The entry of a wake in the owner's audit log, as a part of its transaction. */
  auditPart(sandbox: Sandbox, visitor: Visitor): Part;
}

/** The sandbox has been woken as often as a day allows. */
export class WakesUsedUpError extends Error {
  override readonly name = 'WakesUsedUpError';
}

/**
 * Resumes a paused sandbox within the limits of its payer: of the API key of the request or, without one, of the key
 * that last started it. Does nothing when another request was first.
 *
 * @throws NotFoundError when it was deleted; WakesUsedUpError; AppError as a resume
 */
export async function wakeSandbox(
  { owner_id: ownerId, sandbox_id: sandboxId }: Sandbox,
  visitor: Visitor,
  deps: WakeDeps,
): Promise<void> {
  const { sandboxes, now } = deps;
  await changeIntent(ownerId, sandboxId, sandboxes, async (previous) => {
    if (previous.desired !== 'PAUSED') return;
    // The workspace can have expired since the request was admitted.
    requireWorkspace(previous);
    const next = woken(previous, visitor, now());
    if (!next) return;
    await writeWithinLimit([{ previous, next }], await payerOf(previous, visitor, deps), deps, (...writes) =>
      sandboxes.save(...writes, [deps.auditPart(previous, visitor)]),
    );
  });
}

/** @throws WakesUsedUpError */
function woken(sandbox: Sandbox, visitor: Visitor, now: Date): Sandbox | undefined {
  const wakes = counted(sandbox, visitor, now);
  const next = resumeRequested(sandbox, now);
  return next && { ...next, woken_at: timestamp(now), wakes };
}

/** The limits of an API key bound what it wakes, as they bound what it resumes. @throws WakesUsedUpError */
function counted({ wakes }: Sandbox, { kind }: Visitor, now: Date): Sandbox['wakes'] {
  if (kind === 'caller') return wakes;
  const day = timestamp(now).slice(0, 10);
  const today = wakes?.day === day ? wakes : { day, with_key: 0, without_key: 0 };
  const count = kind === 'session-key' ? 'with_key' : 'without_key';
  if (today[count] >= WAKES_A_DAY) throw new WakesUsedUpError();
  return { ...today, [count]: today[count] + 1 };
}

/** @throws AppError `conflict` for a sandbox that no API key has ever started */
async function payerOf(sandbox: Sandbox, visitor: Visitor, deps: WakeDeps): Promise<LimitPolicy> {
  const { stageLimits: stage } = deps;
  if (visitor.kind === 'caller') return policyFor(visitor.caller, stage, 'reject');
  const { owner_id: ownerId, api_key_id: id, lineages = [] } = sandbox;
  if (id === null) throw new AppError('conflict', 'No API key has started this sandbox. Resume it with an API key.');
  return { stage, onLimit: 'reject', key: { id, lineages: await currentLineages(ownerId, lineages, deps) } };
}
