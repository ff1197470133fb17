import { Link } from '@tanstack/react-router';
import { hasNeverStarted } from '../../../../../shared/presentation/conversations.ts';
import type { Conversation, Sandbox } from '../../../api/shapes.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { useSandboxOf } from '../queries.ts';
import { SandboxProgress } from '../start/start-progress.tsx';
import { useLastStart } from '../start/use-start-task.ts';

/** Why the conversation cannot go on now, and what to do. Nothing while its sandbox runs. */
export function StateNotice({ conversation }: { readonly conversation: Conversation }) {
  const { data: sandbox } = useSandboxOf(conversation);
  if (hasNeverStarted(conversation)) return <NeverStarted conversation={conversation} />;
  switch (conversation.sandbox_status) {
    case 'PAUSED':
      return <Paused sandbox={sandbox} />;
    case 'ERROR':
      return (
        <Notice title="Its sandbox has failed" tone="bad">
          {sandbox?.status_detail ?? 'Resume tries it again.'} The history can be read meanwhile.
        </Notice>
      );
    case 'MISSING':
      return (
        <Notice title="Its sandbox is gone" tone="warn">
          It was deleted, or was paused for longer than its workspace is kept. The history stays: read or download it.
          To go on with the work, start another conversation.
        </Notice>
      );
    case 'STARTING':
      return <Resuming conversation={conversation} />;
    case 'RUNNING':
      return null;
  }
}

const pauseReasons: Readonly<Record<NonNullable<Sandbox['pause_reason']>, string>> = {
  api: 'Paused on request',
  idle: 'Paused, as it was not used for a while',
  timeout: 'Paused, as it had run for as long as a sandbox may',
  limit: 'Paused to make room for another sandbox',
  budget: 'Paused, as the budget of the month is used up',
};

function Paused({ sandbox }: { readonly sandbox: Sandbox | undefined }) {
  const reason = sandbox?.pause_reason ? pauseReasons[sandbox.pause_reason] : 'Paused';
  return (
    <Notice title={reason} tone="info">
      The history can be read. Resume it to send messages and to see its files.
      {sandbox?.expires_at && (
        <>
          {' '}
          Its files are kept until <Time as="clock" value={sandbox.expires_at} />.
        </>
      )}
      {/* With a reason it would say the same again. */}
      {sandbox?.pause_reason === null && <p>{sandbox.status_detail}</p>}
    </Notice>
  );
}

/** The sandbox starts again. Its first start is shown in the place of the events. */
function Resuming({ conversation }: { readonly conversation: Conversation }) {
  const { isUnderWay } = useLastStart(conversation);
  if (isUnderWay) return null;
  return (
    <Notice title="Its sandbox starts" tone="info">
      <p>The history can be read meanwhile; messages that you send wait for it.</p>
      <div className="mt-2">
        <SandboxProgress sandboxId={conversation.sandbox_id} />
      </div>
    </Notice>
  );
}

function NeverStarted({ conversation }: { readonly conversation: Conversation }) {
  const { task } = useLastStart(conversation);
  return (
    <Notice title="It could not start" tone="bad">
      <p>{conversation.status_detail}</p>
      {task && (
        <Link className={`${buttonClasses('secondary')} mt-2`} search={{ task: task.id }} to="/conversations/new">
          See the steps and try again
        </Link>
      )}
    </Notice>
  );
}
