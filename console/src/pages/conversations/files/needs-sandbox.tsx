import { SquareTerminal } from 'lucide-react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { sandboxActionOf, useResume } from '../actions/use-actions.ts';

interface Props {
  readonly conversation: Conversation;
  /** What is read from the sandbox, such as "Changes". */
  readonly what: string;
}

/** In the place of what only a running sandbox can show. */
export function NeedsSandbox({ conversation, what }: Props) {
  const can = useCan();
  const resume = useResume(conversation);
  const isGone = conversation.sandbox_status === 'MISSING';
  const canResume = sandboxActionOf(conversation) === 'resume' && can('POST /api/v1/sandboxes/{sandbox_id}/resume');
  return (
    <Card>
      <EmptyState
        action={
          canResume && (
            <Button busy={resume.isPending} onClick={() => resume.mutate()} variant="primary">
              Resume
            </Button>
          )
        }
        icon={<SquareTerminal aria-hidden />}
        title={isGone ? 'The sandbox is gone' : 'The sandbox does not run now'}
      >
        {what} are read from the sandbox itself.{' '}
        {isGone ? 'Its files went with it.' : 'They appear here as soon as it runs.'}
      </EmptyState>
    </Card>
  );
}
