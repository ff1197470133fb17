import { hasNeverStarted, type Tone } from '../../../../shared/presentation/conversations.ts';
import type { Conversation, Sandbox, SandboxPhase, SandboxStatus } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

interface Look {
  readonly word: string;
  readonly tone: Tone | 'plain';
  /** Whether another phase follows without an action. */
  readonly isMoving?: boolean;
}

export const statusLooks: Readonly<Record<SandboxStatus, Look>> = {
  STARTING: { tone: 'info', word: 'Starting' },
  RUNNING: { tone: 'good', word: 'Running' },
  PAUSED: { tone: 'plain', word: 'Paused' },
  ERROR: { tone: 'bad', word: 'Failed' },
  MISSING: { tone: 'plain', word: 'Missing' },
};

interface Props {
  readonly status: SandboxStatus;
  /** Its last transition, if known: names the phase in progress. */
  readonly phase?: SandboxPhase | undefined;
}

/** The status of a sandbox, and its phase while it changes. */
export function SandboxBadge({ status, phase }: Props) {
  const { tone, word } = statusLooks[status];
  const step = phase && phaseLooks[phase];
  return (
    <Badge isMoving={status === 'STARTING' || step?.isMoving === true} tone={tone}>
      {step?.isMoving ? `${word} · ${step.word.toLowerCase()}` : word}
    </Badge>
  );
}

export const phaseLooks: Readonly<Record<SandboxPhase, Look>> = {
  PENDING: { word: 'Queued', tone: 'info', isMoving: true },
  PROVISIONING: { word: 'Provisioning', tone: 'info', isMoving: true },
  BOOTING: { word: 'Booting', tone: 'info', isMoving: true },
  RUNNING: { word: 'Running', tone: 'good' },
  STOPPING: { word: 'Stopping', tone: 'warn', isMoving: true },
  SAVING: { word: 'Saving workspace', tone: 'warn', isMoving: true },
  PAUSED: { word: 'Paused', tone: 'plain' },
  ERROR: { word: 'Failed', tone: 'bad' },
  EXPIRED: { word: 'Expired', tone: 'plain' },
  DELETING: { word: 'Deleting', tone: 'plain', isMoving: true },
  DELETED: { word: 'Deleted', tone: 'plain' },
};

/** The phase of a sandbox, and when it began. */
export function phaseOf({ transitions, created_at }: Sandbox): { phase: SandboxPhase | undefined; since: string } {
  const last = transitions.at(-1);
  return { phase: last?.state, since: last?.time ?? created_at };
}

/** Whether a sandbox still runs, and costs money, although all of its conversations failed to start. */
export function isLeftBehind({ status }: Pick<Sandbox, 'status'>, conversations: readonly Conversation[]): boolean {
  return status === 'RUNNING' && conversations.length > 0 && conversations.every(hasNeverStarted);
}
