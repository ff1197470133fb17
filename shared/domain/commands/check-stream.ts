import { ifSeen } from '../../contract/endpoint/audience.ts';
import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type CallerLookup, isStillUsable } from '../accounts/callers/still-usable.ts';
import type { SandboxKeys } from '../sandboxes/agent/keys.ts';
import { type SandboxAgent, sandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { isGone } from '../sandboxes/record/status.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';

export interface CheckDeps {
  readonly callers: CallerLookup;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
  readonly now: Clock;
}

/**
 * Checks during a long response whether it may continue.
 *
 * @throws AppError `unauthenticated` when the API key was revoked or has expired, or the person is no longer a member;
 * `not_found`, `conflict`, `gone` or `unavailable` when the sandbox was deleted or paused, or started again, or is
 * private to another person now
 */
export async function checkStream(caller: Caller, { sandbox }: SandboxAgent, deps: CheckDeps): Promise<void> {
  const [isValid, row] = await Promise.all([
    isStillUsable(caller, deps.callers, deps.now()),
    deps.sandboxes.find(caller.ownerId, sandbox.sandbox_id),
  ]);
  if (!isValid) {
    throw new AppError(
      'unauthenticated',
      'The credential of this request is no longer valid: sign in again, or use another API key.',
    );
  }
  const current = ifSeen(caller, row);
  if (isGone(current)) throw new AppError('not_found', `Sandbox ${sandbox.sandbox_id} was deleted.`);
  await sandboxAgent(current, deps.keys);
  if (current.generation !== sandbox.generation) {
    throw new AppError('conflict', `Sandbox ${sandbox.sandbox_id} was paused and resumed, which ended its commands.`);
  }
}
