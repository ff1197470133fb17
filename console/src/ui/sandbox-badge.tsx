import type { SandboxPhase, SandboxStatus } from '../api/shapes.ts';
import { Badge } from './badge.tsx';
import type { Tone } from './notice.tsx';

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

/** What goes on below a status. The other phases are what their status says. */
const underWay: Readonly<Partial<Record<SandboxPhase, string>>> = {
  PENDING: 'accepted',
  PROVISIONING: 'machine on its way',
  BOOTING: 'agent starts',
  STOPPING: 'stopping',
  SAVING: 'saving',
};

interface Props {
  readonly status: SandboxStatus;
  /** The last of its transitions, where it is known: what goes on is then named too. */
  readonly phase?: SandboxPhase | undefined;
}

/** The status of a sandbox, and what is under way in it. */
export function SandboxBadge({ status, phase }: Props) {
  const { tone, word } = looks[status];
  const step = phase && underWay[phase];
  return (
    <Badge isMoving={status === 'STARTING' || step !== undefined} tone={tone}>
      {step === undefined ? word : `${word} · ${step}`}
    </Badge>
  );
}
