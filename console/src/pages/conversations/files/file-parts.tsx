import { getRouteApi, Link } from '@tanstack/react-router';
import { SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { visible } from '../../../../../shared/presentation/visible.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { SandboxActionButton } from '../../../data/sandbox-actions.tsx';
import { useCan } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useSandboxAction } from '../actions/use-actions.ts';

const route = getRouteApi('/conversations/$conversationId');

interface FilePickerProps {
  /** The content of the list, such as "Changed files". */
  readonly label: string;
  readonly files: readonly { readonly path: string; readonly note?: ReactNode }[];
  /** A note about the list. */
  readonly remark?: string;
  /** The view of the selected file. */
  readonly children: (path: string) => ReactNode;
}

/** A list of files and the selected one, which is in the URL; by default the first one. */
export function FilePicker({ label, files, remark, children }: FilePickerProps) {
  const { file } = route.useSearch();
  const chosen = files.find(({ path }) => path === file)?.path ?? files[0]?.path;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(12rem,18rem)_minmax(0,1fr)]">
      <Card isFlush>
        <nav aria-label={label} className="max-h-[40dvh] overflow-y-auto p-1.5 lg:max-h-[calc(100dvh-16rem)]">
          {remark !== undefined && <p className="px-2.5 py-1.5 text-ink-soft text-xs">{remark}</p>}
          <ul className="grid gap-0.5 text-sm">
            {files.map(({ path, note }) => (
              <li key={path}>
                <Link
                  aria-current={path === chosen ? 'true' : undefined}
                  className="flex items-start justify-between gap-2 rounded-md px-2.5 py-1.5 hover:bg-raised aria-[current=true]:bg-accent-soft"
                  from="/conversations/$conversationId"
                  resetScroll={false}
                  search={(search) => ({ ...search, file: path })}
                  to="."
                >
                  <span className="min-w-0 break-all font-mono text-xs leading-5">{visible(path)}</span>
                  {note}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </Card>
      {chosen !== undefined && (
        <Card isFlush>
          <div className="flex items-center justify-between gap-2 border-line border-b py-1 pr-1 pl-4">
            <h2 className="min-w-0 break-all font-mono text-sm">{visible(chosen)}</h2>
            <CopyButton label="Copy path" text={chosen} />
          </div>
          {children(chosen)}
        </Card>
      )}
    </div>
  );
}

interface NeedsSandboxProps {
  readonly conversation: Conversation;
  /** What is read from the sandbox, such as "Changes". */
  readonly what: string;
  /** Why it needs the sandbox to run. */
  readonly why: string;
}

/** Replaces content that only a running sandbox can provide. */
export function NeedsSandbox({ conversation, what, why }: NeedsSandboxProps) {
  const action = useSandboxAction(conversation);
  const canRead = useCan()('GET /api/v1/sandboxes/{sandbox_id}/files');
  const { sandbox_status: status, sandbox_id: sandboxId } = conversation;
  const isGone = status === 'MISSING';
  return (
    <Card>
      <EmptyState
        action={action?.name === 'resume' && <SandboxActionButton action={action} />}
        icon={SquareTerminal}
        title={isGone ? 'The sandbox no longer exists' : 'The sandbox is not running'}
      >
        {why} {isGone ? 'Its files were deleted with it.' : `${what} appear here when it is running.`}
        {canRead && isSaved(status) && (
          <>
            {' '}
            Its saved files can be read without resuming it:{' '}
            <Link
              className="text-accent underline-offset-2 hover:underline"
              params={{ sandboxId }}
              search={{ tab: 'files' }}
              to="/sandboxes/$sandboxId"
            >
              browse files
            </Link>
            .
          </>
        )}
      </EmptyState>
    </Card>
  );
}

/** Whether the files of a sandbox can be read although it does not run. */
export function isSaved(status: Conversation['sandbox_status']): boolean {
  return status === 'PAUSED' || status === 'ERROR';
}

/** Replaces a file that is not shown. */
export function Remark({ children }: { readonly children: string }) {
  return <p className="p-4 text-ink-soft text-sm">{children}</p>;
}

/** Whether a text is binary. */
export function isBinary(text: string): boolean {
  return text.slice(0, 8_000).includes('\0');
}
