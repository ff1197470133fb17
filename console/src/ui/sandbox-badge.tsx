import type { Tone } from '../../../shared/presentation/conversations.ts';
import type { SandboxPhase, SandboxStatus } from '../api/shapes.ts';
import { Badge } from './badge.tsx';
import { phaseLooks } from './sandbox-phases.ts';

interface Look {
  readonly tone: Tone | 'plain';
  readonly word: string;
}

const looks: Readonly<Record<SandboxStatus, Look>> = {
  STARTING: { tone: 'info', word: 'Starting' },
  RUNNING: { tone: 'good', word: 'Running' },
  PAUSED: { tone: 'plain', word: 'Paused' },
  ERROR: { tone: 'bad', word: 'Failed' },
  MISSING: { tone: 'plain', word: 'Missing' },
};

interface Props {
  readonly status: SandboxStatus;
  /** The last of its transitions, where it is known: what goes on is then named too. */
  readonly phase?: SandboxPhase | undefined;
}

/** The status of a sandbox, and what is under way in it. */
export function SandboxBadge({ status, phase }: Props) {
  const { tone, word } = looks[status];
  const step = phase && phaseLooks[phase];
  return (
    <Badge isMoving={status === 'STARTING' || step?.isMoving === true} tone={tone}>
      {step?.isMoving ? `${word} · ${step.word.toLowerCase()}` : word}
    </Badge>
  );
}
