import type { SandboxStatus } from '../../../contract/shapes/enums.ts';
import { hasLostWorkspace, isResting, isWanted } from './conditions.ts';
import { limits } from './limits.ts';
import type { Sandbox } from './sandbox.ts';

type Standing = Pick<Sandbox, 'phase' | 'desired' | 'generation' | 'wanted_generation' | 'stop_into'>;

/** The status in the API. Each request shows at once: a pause reads PAUSED while the task still stops. */
export function apiStatus(sandbox: Standing): SandboxStatus {
  if (sandbox.phase === 'EXPIRED') return 'MISSING';
  if (sandbox.desired === 'RUNNING') return sandbox.phase === 'RUNNING' && isWanted(sandbox) ? 'RUNNING' : 'STARTING';
  const isFailing = sandbox.phase === 'STOPPING' || sandbox.phase === 'SAVING';
  return sandbox.phase === 'ERROR' || (isFailing && sandbox.stop_into === 'ERROR') ? 'ERROR' : 'PAUSED';
}

/** A sandbox on its way out is gone for every reader. */
export function isGone(sandbox: Sandbox | undefined): sandbox is undefined {
  return !sandbox || sandbox.desired === 'DELETED';
}

/** A few sentences for people, or null when there is nothing to explain. */
export function statusDetail(sandbox: Sandbox): string | null {
  const sentences = [why(sandbox), keptUntil(sandbox)].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

function why(sandbox: Sandbox): string | null {
  const { status_reason: reason, restarts, phase } = sandbox;
  if (apiStatus(sandbox) === 'STARTING') {
    const waits = waitsFor(sandbox);
    if (!reason || phase === 'ERROR') return waits;
    const goesOn = restarts > 0 ? `It is started again (${restarts} in a row).` : 'It is tried again by itself.';
    return `${reason.message} ${waits ?? goesOn}`;
  }
  if (!reason && sandbox.desired === 'PAUSED') return endsBy(sandbox);
  return reason && `${reason.message} ${reason.remedy}`.trim();
}

/** The longest time from the first word to an agent until its task is gone, in seconds. */
const LONGEST_STOP = limits.interrupt + limits.prepare + limits.lastLook + limits.sigterm;

const lastWords = `Its agent writes and delivers what it has, within about ${LONGEST_STOP} seconds.`;

/** What a start waits for before RunTask is called. */
function waitsFor(sandbox: Sandbox): string | null {
  const { phase, launch, snapshot_id: snapshotId, status_reason: reason, running_since: since } = sandbox;
  if (phase === 'STOPPING' && since !== null) return `${lastWords} Then its workspace is saved, and it starts again.`;
  if (phase === 'STOPPING' || phase === 'SAVING') return 'Its workspace is being saved before it starts again.';
  const looksForIt = phase === 'PENDING' && reason === null && launch === null && snapshotId !== null;
  return looksForIt
    ? 'Its saved workspace is looked for; one that was saved just now may take a minute to be found.'
    : null;
}

/** What still happens after the answer to a pause. */
function endsBy(sandbox: Sandbox): string | null {
  const { phase, running_since: since, volume_id: volumeId } = sandbox;
  if (isResting(sandbox)) return null;
  if (phase === 'SAVING') return 'The workspace is being saved.';
  if (since === null || volumeId === null) return 'It is stopping.';
  return phase === 'STOPPING'
    ? `${lastWords} Then its workspace is saved.`
    : 'It is stopping; then its workspace is saved.';
}

/** Shown from the first day on, as a warning on the last day would come too late. */
function keptUntil(sandbox: Sandbox): string | null {
  const { expires_at: at, phase, desired } = sandbox;
  const rests = desired === 'PAUSED' && (phase === 'PAUSED' || (phase === 'ERROR' && !hasLostWorkspace(sandbox)));
  return at !== null && rests ? `The workspace is deleted at ${at} unless the sandbox is resumed before.` : null;
}
