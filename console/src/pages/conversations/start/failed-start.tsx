import type { StartTask } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DropStart } from './drop-start.tsx';
import { draftOf } from './start-draft.ts';
import { StartForm } from './start-form.tsx';
import { StartProgress } from './start-progress.tsx';

/** Where a start failed and why, and the form with what was entered for it. */
export function FailedStart({ task }: { readonly task: StartTask }) {
  const can = useCan();
  return (
    <>
      <Card actions={<DropStart conversationId={task.conversation_id} label="Delete conversation" />} title="Steps">
        <div className="grid gap-4">
          <StartProgress task={task} />
          <Notice title="The conversation did not start" tone="bad">
            {task.detail ?? 'No reason was given.'}
          </Notice>
        </div>
      </Card>
      {can('POST /api/v1/app-conversations') && (
        <Card title="Try again">
          <StartForm failedId={task.conversation_id} initial={draftOf(task.request)} key={task.id} />
        </Card>
      )}
    </>
  );
}
