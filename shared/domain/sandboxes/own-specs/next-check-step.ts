import type { Sandbox, StatusReason } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import { familyOf, type OwnSpec } from './own-spec.ts';

/** The next step of a check. `wait`: until its sandbox has started or failed. `done`: nothing is left to do. */
export type CheckStep =
  | { readonly kind: 'register' | 'start' | 'interrupted' | 'end-sandbox' | 'wait' | 'done' }
  | { readonly kind: 'verify'; readonly sandbox: Sandbox }
  | { readonly kind: 'failed'; readonly sandbox: Sandbox; readonly reason: StatusReason };

/** @param sandbox that of the check, if it exists */
export function nextCheckStep(spec: OwnSpec, sandbox: Sandbox | undefined): CheckStep {
  const isOther = sandbox !== undefined && sandbox.own_version?.family !== familyOf(spec, spec.version);
  if (spec.check.state !== 'PENDING') return { kind: isGone(sandbox) || isOther ? 'done' : 'end-sandbox' };
  if (!spec.registered) return { kind: 'register' };
  if (!sandbox) return { kind: 'start' };
  // Clients can give a conversation, and so its sandbox, the id that the check was going to use.
  if (isOther) return { kind: 'interrupted' };
  if (isGone(sandbox)) return { kind: 'interrupted' };
  if (sandbox.phase === 'RUNNING' && sandbox.desired === 'RUNNING') return { kind: 'verify', sandbox };
  const { status_reason: reason } = sandbox;
  if (reason && hasFailed(sandbox, reason)) return { kind: 'failed', sandbox, reason };
  return { kind: sandbox.desired === 'RUNNING' ? 'wait' : 'interrupted' };
}

/** Faults of an image, which another start would repeat. */
const OF_IMAGE = ['agent_exited', 'image_not_found', 'image_pull_failed', 'spec_invalid', 'out_of_memory'];

function hasFailed({ phase, stop_into, restarts }: Sandbox, { code }: StatusReason): boolean {
  const givesUp = phase === 'ERROR' || (phase === 'STOPPING' && stop_into === 'ERROR');
  return givesUp || (restarts > 0 && OF_IMAGE.includes(code));
}
