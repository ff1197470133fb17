import type { SandboxStatus } from '../../../contract/shapes/enums.ts';
import { startSnapshotOf } from './base-snapshot.ts';
import { hasLostWorkspace, isResting, isWaitingForBase, isWanted } from './conditions.ts';
import { limits } from './limits.ts';
import { phaseFacts } from './phases.ts';
import type { Sandbox } from './sandbox.ts';

type Standing = Pick<Sandbox, 'phase' | 'desired' | 'generation' | 'wanted_generation' | 'stop_into'>;

/** The status in the API. Requests take effect at once: a paused sandbox reads PAUSED while its task still stops. */
export function apiStatus(sandbox: Standing): SandboxStatus {
  const { stage, status } = phaseFacts[sandbox.phase];
  if (status === 'MISSING') return status;
  if (sandbox.desired === 'RUNNING') return stage === 'run' && isWanted(sandbox) ? 'RUNNING' : 'STARTING';
  return status === 'stop_into' ? sandbox.stop_into : status;
}

/** A sandbox that is being deleted is gone for all readers. */
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
    const goesOn = restarts > 0 ? `It is being restarted (${restarts} in a row).` : 'The service tries again.';
    return `${reason.message} ${waits ?? goesOn}`;
  }
  if (!reason && sandbox.desired === 'PAUSED') return endsBy(sandbox);
  return reason && `${reason.message} ${reason.remedy}`.trim();
}

/** The longest time from telling an agent to stop until its task is gone, in seconds. */
const LONGEST_STOP = limits.interrupt + limits.prepare + limits.lastLook + limits.sigterm;

const savingAgent = `Its agent saves and delivers its work within about ${LONGEST_STOP} seconds.`;

const saving = 'Its workspace is being saved before it starts again.';

/** What a start waits for before RunTask is called. */
function waitsFor(sandbox: Sandbox): string | null {
  const { phase, launch, status_reason, running_since } = sandbox;
  switch (phase) {
    case 'PENDING':
      if (isWaitingForBase(sandbox)) return 'The snapshot that it begins from is being created.';
      return status_reason === null && launch === null && startSnapshotOf(sandbox) !== null
        ? 'The service is looking for its saved workspace. A workspace that was just saved can take a minute to appear.'
        : null;
    case 'STOPPING':
      return running_since === null ? saving : `${savingAgent} Then its workspace is saved, and it starts again.`;
    case 'SAVING':
      return saving;
    case 'PROVISIONING':
    case 'BOOTING':
    case 'RUNNING':
    case 'PAUSED':
    case 'ERROR':
    case 'EXPIRED':
    case 'DELETING':
    case 'DELETED':
      return null;
  }
}

/** What still happens after the response to a pause. */
function endsBy({ phase, running_since: since, volume_id: volumeId }: Sandbox): string | null {
  const isSaved = since !== null && volumeId !== null;
  switch (phase) {
    case 'PENDING':
    case 'PROVISIONING':
    case 'BOOTING':
    case 'RUNNING':
    case 'DELETING':
      return isSaved ? 'It is stopping; then its workspace is saved.' : 'It is stopping.';
    case 'STOPPING':
      return isSaved ? `${savingAgent} Then its workspace is saved.` : 'It is stopping.';
    case 'SAVING':
      return 'The workspace is being saved.';
    case 'PAUSED':
    case 'ERROR':
    case 'EXPIRED':
    case 'DELETED':
      return null;
  }
}

/** Shown from the first day on, as a warning on the last day would be too late. */
function keptUntil(sandbox: Sandbox): string | null {
  const { expires_at: at, desired } = sandbox;
  const rests = desired === 'PAUSED' && isResting(sandbox) && !hasLostWorkspace(sandbox);
  return at !== null && rests ? `The workspace is deleted at ${at} unless the sandbox is resumed before then.` : null;
}
