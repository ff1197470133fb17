import type { ToolCall } from '../../../../../../shared/presentation/events/tool-call.ts';
import { Badge } from '../../../../ui/badge.tsx';

const looks = {
  open: { tone: 'info', word: 'Under way' },
  done: { tone: 'good', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
  rejected: { tone: 'warn', word: 'Rejected' },
} as const;

interface Props extends Pick<ToolCall, 'outcome' | 'exitCode'> {
  readonly openCalls: OpenCalls;
}

/** What the agent does with calls that have no result: `over` when a run has ended without. */
export type OpenCalls = 'working' | 'asking' | 'over';

export function OutcomeBadge({ outcome, exitCode, openCalls }: Props) {
  if (outcome === 'open' && openCalls === 'over') return <Badge tone="plain">No result</Badge>;
  if (outcome === 'open' && openCalls === 'asking') return <Badge tone="warn">Waits for confirmation</Badge>;
  const { tone, word } = looks[outcome];
  return (
    <Badge isMoving={outcome === 'open'} tone={tone}>
      {exitCode !== undefined && exitCode !== 0 ? `Exit code ${exitCode}` : word}
    </Badge>
  );
}
