import { useQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import type { Conversation, GitDiff } from '../../../api/shapes.ts';
import { live } from '../../../live/polls.ts';
import { useApi } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DiffTable } from '../../../ui/diff/diff.tsx';
import { diffRows } from '../../../ui/diff/diff-rows.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { FilePicker, isBinary, NeedsSandbox, Remark } from '../files/file-parts.tsx';

const MOST_FILES = 300;

const changeLooks = {
  ADDED: { label: 'added', tone: 'good' },
  DELETED: { label: 'deleted', tone: 'bad' },
  UPDATED: { label: 'changed', tone: 'info' },
  MOVED: { label: 'moved', tone: 'plain' },
} as const;

/** The changes of the agent since the commit it started from. */
export function ChangesView({ conversation }: { readonly conversation: Conversation }) {
  const directory = conversation.workspace?.working_dir;
  if (conversation.sandbox_status !== 'RUNNING' || directory === undefined) {
    return <NeedsSandbox conversation={conversation} what="Changes" why="Git in the sandbox compares the files." />;
  }
  return <ChangesIn conversation={conversation} directory={directory} />;
}

function ChangesIn({ conversation, directory }: { readonly conversation: Conversation; readonly directory: string }) {
  const api = useApi();
  const { id, execution_status } = conversation;
  const changes = useQuery({
    queryKey: ['git-changes', id, directory, execution_status],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}/git/changes', {
          params: { path: { conversation_id: id }, query: { path: directory } },
          signal,
        }),
      ),
    placeholderData: (shown) => shown,
    // A request counts as activity: polling must not keep an idle sandbox awake.
    refetchInterval: execution_status === 'running' && live(),
  });
  return (
    <QueryStates query={changes}>
      {(files) =>
        files.length === 0 ? (
          <Card>
            <EmptyState icon={FileDiff} title="No changes">
              Files that the agent adds, changes or deletes appear here, compared with the commit it started from.
            </EmptyState>
          </Card>
        ) : (
          <FilePicker
            files={files.slice(0, MOST_FILES).map(({ path, status }) => ({
              path,
              note: <Badge tone={changeLooks[status].tone}>{changeLooks[status].label}</Badge>,
            }))}
            label="Changed files"
            {...(files.length > MOST_FILES && {
              remark: `${count(files.length)} files, showing the first ${MOST_FILES}`,
            })}
          >
            {(path) => {
              const isDeleted = files.some((file) => file.path === path && file.status === 'DELETED');
              return (
                <FileChange
                  conversation={conversation}
                  directory={directory}
                  isDeleted={isDeleted}
                  key={path}
                  path={path}
                />
              );
            }}
          </FilePicker>
        )
      }
    </QueryStates>
  );
}

interface FileChangeProps {
  readonly conversation: Conversation;
  readonly directory: string;
  readonly path: string;
  readonly isDeleted: boolean;
}

/** One changed file, before and after. */
export function FileChange({ conversation, directory, path, isDeleted }: FileChangeProps) {
  const api = useApi();
  const { id, execution_status } = conversation;
  const diff = useQuery({
    queryKey: ['git-diff', id, directory, path, execution_status],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}/git/diff', {
          params: { path: { conversation_id: id }, query: { path: `${directory}/${path}` } },
          signal,
        }),
      ),
    placeholderData: (shown) => shown,
    refetchInterval: execution_status === 'running' && live(),
  });
  // Older agent servers compare only files that exist.
  if (isDeleted && isMissing(diff.error)) return <Remark>The file was deleted.</Remark>;
  if (isTooLarge(diff.error)) return <Remark>This file is larger than 1 MB, so its changes are not shown.</Remark>;
  return (
    <QueryStates query={diff}>{(texts) => <Comparison isDeleted={isDeleted} path={path} texts={texts} />}</QueryStates>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

/** Agent servers compare files of up to 1 MiB. */
function isTooLarge(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 400 && /too large/i.test(error.message);
}

/** Longer diffs are cut at first, as they slow the page down. */
const FIRST_ROWS = 1_500;

interface ComparisonProps {
  readonly path: string;
  readonly texts: GitDiff;
  readonly isDeleted: boolean;
}

function Comparison({ path, texts: { original, modified }, isDeleted }: ComparisonProps) {
  const [before, after] = [original ?? '', modified ?? ''];
  const [isWhole, setWhole] = useState(false);
  const isText = !isBinary(before) && !isBinary(after);
  const rows = useMemo(() => (isText ? diffRows(before, after) : []), [isText, before, after]);
  if (!isText) return <Remark>This is a binary file.</Remark>;
  if (!rows) return <Remark>The changes are too large to show.</Remark>;
  // Agent servers compare neither line ends nor the last line break.
  if (rows.length === 0) return <Remark>{isDeleted ? 'The file was deleted.' : 'No line has changed.'}</Remark>;
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <DiffTable path={path} rows={shown} />
      {shown.length < rows.length && (
        <div className="border-line border-t p-3">
          <Button onClick={() => setWhole(true)}>Show {count(rows.length - shown.length)} more lines</Button>
        </div>
      )}
    </>
  );
}
