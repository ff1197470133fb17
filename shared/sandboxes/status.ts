import { isWanted, type Sandbox } from './sandbox.ts';

/** The status that clients know. Each intent shows at once: a pause reads PAUSED while the task is still stopping, a resume STARTING. */
export function wireStatus(sandbox: Sandbox): 'STARTING' | 'RUNNING' | 'PAUSED' | 'ERROR' {
  if (sandbox.desired === 'RUNNING') return sandbox.phase === 'RUNNING' && isWanted(sandbox) ? 'RUNNING' : 'STARTING';
  return sandbox.phase === 'ERROR' || (sandbox.phase === 'STOPPING' && sandbox.stop_into === 'ERROR')
    ? 'ERROR'
    : 'PAUSED';
}

/** A sandbox on its way out is gone for every reader. */
export function isGone(sandbox: Sandbox | undefined): sandbox is undefined {
  return !sandbox || sandbox.desired === 'DELETED';
}

/** One sentence or two for people, or null when there is nothing to say. */
export function statusDetail(sandbox: Sandbox): string | null {
  const { status_reason: reason } = sandbox;
  return reason && wireStatus(sandbox) !== 'STARTING' ? `${reason.message} ${reason.remedy}`.trim() : null;
}
