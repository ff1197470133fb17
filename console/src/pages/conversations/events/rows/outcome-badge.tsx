import { Badge } from '../../../../ui/badge.tsx';
import type { ToolCall } from '../model/tool-call.ts';

const looks = {
  open: { tone: 'info', word: 'Under way' },
  done: { tone: 'good', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
  rejected: { tone: 'warn', word: 'Rejected' },
} as const;

interface Props extends Pick<ToolCall, 'outcome' | 'exitCode'> {
  /** Whether the agent works: a call without a result was else cut off. */
  readonly isWorking: boolean;
}

export function OutcomeBadge({ outcome, exitCode, isWorking }: Props) {
  if (outcome === 'open' && !isWorking) return <Badge tone="plain">No result</Badge>;
  const { tone, word } = looks[outcome];
  return (
    <Badge isMoving={outcome === 'open'} tone={tone}>
      {exitCode !== undefined && exitCode !== 0 ? `Exit code ${exitCode}` : word}
    </Badge>
  );
}
