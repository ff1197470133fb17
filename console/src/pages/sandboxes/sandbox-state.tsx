import { hasNeverStarted, type Tone } from '../../../../shared/presentation/conversations.ts';
import { sandboxStateWords, sandboxWords } from '../../../../shared/presentation/sandboxes.ts';
import type { Conversation, Sandbox, SandboxPhase, SandboxStatus } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

interface Look {
  readonly word: string;
  readonly tone: Tone | 'plain';
  /** Whether another phase follows without an action. */
  readonly isMoving?: boolean;
}

export const statusLooks: Readonly<Record<SandboxStatus, Look>> = {
  STARTING: { tone: 'info', word: sandboxWords.STARTING },
  RUNNING: { tone: 'good', word: sandboxWords.RUNNING },
  PAUSED: { tone: 'plain', word: sandboxWords.PAUSED },
  ERROR: { tone: 'bad', word: sandboxWords.ERROR },
  MISSING: { tone: 'plain', word: sandboxWords.MISSING },
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
  PENDING: { word: sandboxStateWords.PENDING, tone: 'info', isMoving: true },
  PROVISIONING: { word: sandboxStateWords.PROVISIONING, tone: 'info', isMoving: true },
  BOOTING: { word: sandboxStateWords.BOOTING, tone: 'info', isMoving: true },
  RUNNING: { word: sandboxStateWords.RUNNING, tone: 'good' },
  STOPPING: { word: sandboxStateWords.STOPPING, tone: 'warn', isMoving: true },
  SAVING: { word: sandboxStateWords.SAVING, tone: 'warn', isMoving: true },
  PAUSED: { word: sandboxStateWords.PAUSED, tone: 'plain' },
  ERROR: { word: sandboxStateWords.ERROR, tone: 'bad' },
  EXPIRED: { word: sandboxStateWords.EXPIRED, tone: 'plain' },
  DELETING: { word: sandboxStateWords.DELETING, tone: 'plain', isMoving: true },
  DELETED: { word: sandboxStateWords.DELETED, tone: 'plain' },
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
