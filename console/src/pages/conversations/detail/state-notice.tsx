import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { hasNeverStarted } from '../../../../../shared/presentation/conversations.ts';
import { pauseWords } from '../../../../../shared/presentation/sandboxes.ts';
import type { Conversation, Sandbox } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Reason } from '../../../ui/reason.tsx';
import { Time } from '../../../ui/time.tsx';
import { useSandboxOf } from '../queries.ts';
import { DirectModelLink } from '../start/direct-model-link.tsx';
import { Refusal } from '../start/refusal.tsx';
import { repeatOf } from '../start/start-draft.ts';
import { SandboxProgress } from '../start/start-progress.tsx';
import { useStart } from '../start/use-start.ts';
import { useLastStart } from '../start/use-start-task.ts';

/** Why the conversation cannot continue now, and what to do. Nothing while its sandbox runs. */
export function StateNotice({ conversation }: { readonly conversation: Conversation }) {
  const { data: sandbox } = useSandboxOf(conversation);
  if (hasNeverStarted(conversation)) return <NeverStarted conversation={conversation} />;
  switch (conversation.sandbox_status) {
    case 'PAUSED':
      return <Paused sandbox={sandbox} />;
    case 'ERROR':
      return (
        <Notice title="The sandbox failed" tone="bad">
          <Reason text={sandbox?.status_detail ?? 'Resume the sandbox to try again.'} />
          <p>You can still read the history.</p>
        </Notice>
      );
    case 'MISSING':
      return (
        <Notice title="The sandbox no longer exists" tone="warn">
          It was deleted, or it stayed paused longer than workspaces are kept. You can still read and download the
          history. To continue the work, start a new conversation.
        </Notice>
      );
    case 'STARTING':
      return <Resuming conversation={conversation} />;
    case 'RUNNING':
      return null;
  }
}

function Paused({ sandbox }: { readonly sandbox: Sandbox | undefined }) {
  return (
    <Notice title="The sandbox is paused" tone="info">
      {sandbox?.pause_reason && `${pauseWords[sandbox.pause_reason]} `}
      You can read the history. Resume the sandbox to send messages and see its files.
      {sandbox?.expires_at && (
        <>
          {' '}
          Files are kept until <Time as="clock" value={sandbox.expires_at} />.
        </>
      )}
      {sandbox?.pause_reason === null && <p>{sandbox.status_detail}</p>}
    </Notice>
  );
}

/** A restart of the sandbox. A first start is shown in place of the events. */
function Resuming({ conversation }: { readonly conversation: Conversation }) {
  const { isUnderWay } = useLastStart(conversation);
  if (isUnderWay) return null;
  return (
    <Notice title="The sandbox is starting" tone="info">
      <p>You can already read the history. Messages are delivered when the sandbox is running.</p>
      <div className="mt-2">
        <SandboxProgress sandboxId={conversation.sandbox_id} />
      </div>
    </Notice>
  );
}

/** Why the start failed, and the way to start again with the same message and settings. */
function NeverStarted({ conversation }: { readonly conversation: Conversation }) {
  const { task } = useLastStart(conversation);
  const can = useCan();
  const start = useStart();
  const request = task && can('POST /api/v1/app-conversations') ? repeatOf(task) : null;
  const again = (onLimit: 'reject' | 'pause_oldest') => request && start.mutate({ wanted: { request }, onLimit });
  return (
    <>
      <Notice title="This conversation failed to start" tone="bad">
        <Reason text={conversation.status_detail ?? 'No reason was given.'} />
        <div className="mt-2 flex flex-wrap gap-2">
          {request && (
            <Button busy={start.isPending} icon={RotateCw} onClick={() => again('reject')} variant="primary">
              Try again
            </Button>
          )}
          {task && (
            <Link className={buttonClasses('secondary')} search={{ task: task.id }} to="/conversations/new">
              View the steps and settings
            </Link>
          )}
          <DirectModelLink reason={conversation.status_detail} />
        </div>
      </Notice>
      {start.error && <Refusal error={start.error} isFieldError={false} onPause={() => again('pause_oldest')} />}
    </>
  );
}
