import { timingSafeEqual } from 'node:crypto';
import { isIn } from '../../conversations/record/conversation-homes.ts';
import { phaseFacts } from '../../sandboxes/record/phases.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { isGone } from '../../sandboxes/record/status.ts';
import type { AuthenticateModelKey, ModelCaller } from './model-caller.ts';
import { type ClaimedCaller, claimedCaller, modelKeyHash } from './model-keys.ts';

/** Reads the rows that model keys name. */
export interface ModelCallers {
  /** Reads consistently, in one request. @returns undefined without the conversation or the sandbox */
  find(claimed: ClaimedCaller): Promise<ModelCaller | undefined>;
}

/** Checks model keys by their hashes. */
export function modelKeyAuthentication(callers: ModelCallers): AuthenticateModelKey {
  return async (key) => {
    const claimed = claimedCaller(key);
    const caller = claimed && (await callers.find(claimed));
    return caller && isValid(caller, key) ? caller : undefined;
  };
}

function isValid({ conversation, sandbox }: ModelCaller, key: string): boolean {
  const { model_key_hash: right } = conversation;
  // A replaced session key opens nothing from the request on, also before the agent starts again with new keys.
  if (!right || sandbox.session_rotates || !isIn(sandbox, conversation) || !hasAgent(sandbox)) return false;
  return isSame(modelKeyHash(conversation, sandbox, key), right);
}

/** Whether the sandbox has a task whose agent can call models. */
function hasAgent(sandbox: Sandbox): boolean {
  return !isGone(sandbox) && phaseFacts[sandbox.phase].sessionKey === 'everything' && sandbox.task_ended_at === null;
}

/** Compares in constant time, so that the duration reveals nothing about the key. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
