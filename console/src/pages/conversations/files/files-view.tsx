import { useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import { searchable } from '../../../../../shared/presentation/searchable.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { SavedFiles } from '../../../files/saved-files.tsx';
import { live } from '../../../live/polls.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { FilePicker, isBinary, isSaved, NeedsSandbox, Remark } from './file-parts.tsx';

const MOST_FILES = 300;

/** The files of the working directory, read-only. */
export function FilesView({ conversation }: { readonly conversation: Conversation }) {
  const directory = conversation.workspace?.working_dir;
  const canRead = useCan()('GET /api/v1/sandboxes/{sandbox_id}/files');
  const { sandbox_status: status, sandbox_id: sandboxId } = conversation;
  if (directory !== undefined && isSaved(status) && canRead) {
    return (
      <div className="grid min-w-0 gap-5">
        <Notice title="These files are from the saved workspace" tone="info">
          The sandbox was not resumed to read them.
        </Notice>
        <SavedFiles directory={directory} of={sandboxId} />
      </div>
    );
  }
  if (status !== 'RUNNING' || directory === undefined) {
    const why = 'Files are read from the sandbox itself.';
    return <NeedsSandbox conversation={conversation} what="Files" why={why} />;
  }
  return <FilesIn conversation={conversation} directory={directory} />;
}

function FilesIn({ conversation, directory }: { readonly conversation: Conversation; readonly directory: string }) {
  const api = useApi();
  const [part, setPart] = useState('');
  const { id, execution_status } = conversation;
  const files = useQuery({
    queryKey: ['files', id, directory, execution_status],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}/files', {
          params: { path: { conversation_id: id }, query: { path: directory } },
          signal,
        }),
      ),
    placeholderData: (shown) => shown,
    // A request counts as activity: polling must not keep an idle sandbox awake.
    refetchInterval: execution_status === 'running' && live(),
  });
  return (
    <QueryStates query={files}>
      {(paths) => {
        if (paths.length === 0) return <NoFiles />;
        const found = paths.filter((path) => searchable(path).includes(searchable(part.trim())));
        return (
          <div className="grid gap-3">
            <TextField
              hint={
                found.length > MOST_FILES
                  ? `${count(found.length)} files, showing the first ${MOST_FILES}`
                  : `In ${directory}`
              }
              label="Find a file"
              onChange={({ target }) => setPart(target.value)}
              type="search"
              value={part}
            />
            <FilePicker files={found.slice(0, MOST_FILES).map((path) => ({ path }))} label="Files">
              {(path) => <FileContent conversationId={id} key={path} path={`${directory}/${path}`} />}
            </FilePicker>
          </div>
        );
      }}
    </QueryStates>
  );
}

function NoFiles() {
  return (
    <Card>
      <EmptyState icon={FolderOpen} title="No files">
        The working directory is empty. Files that the agent writes appear here.
      </EmptyState>
    </Card>
  );
}

/** How much of a file is shown, in characters. */
const MOST_CHARACTERS = 200_000;

interface Props {
  readonly conversationId: string;
  readonly path: string;
}

/** The text of a file. The service returns an empty one for files it cannot read. */
function FileContent({ conversationId, path }: Props) {
  const api = useApi();
  const file = useQuery({
    queryKey: ['file', conversationId, path],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}/file', {
          params: { path: { conversation_id: conversationId }, query: { file_path: path } },
          signal,
        }),
      ),
  });
  return (
    <QueryStates query={file}>
      {(text) => {
        if (text === '') return <Remark>Nothing to show: the file is empty, larger than 1 MB or deleted.</Remark>;
        if (isBinary(text)) return <Remark>This is a binary file.</Remark>;
        return (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content */}
            <pre className="max-h-[70dvh] overflow-auto p-4 font-mono text-xs leading-5" tabIndex={0}>
              {visible(text.slice(0, MOST_CHARACTERS))}
            </pre>
            {text.length > MOST_CHARACTERS && (
              <p className="border-line border-t p-3 text-ink-soft text-xs">
                The rest of this large file is not shown.
              </p>
            )}
          </>
        );
      }}
    </QueryStates>
  );
}
