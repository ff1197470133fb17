import { useQuery } from '@tanstack/react-query';
import { FileDiff } from 'lucide-react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { LIVE } from '../../../live/intervals.ts';
import { useApi } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { FilePicker, NeedsSandbox } from '../files/file-parts.tsx';
import { FileChange } from './file-change.tsx';

/** How many files are listed. */
const MOST = 300;

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
    return <NeedsSandbox conversation={conversation} what="Changes" />;
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
    refetchInterval: execution_status === 'running' && LIVE.normal,
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
            files={files.slice(0, MOST).map(({ path, status }) => ({
              path,
              note: <Badge tone={changeLooks[status].tone}>{changeLooks[status].label}</Badge>,
            }))}
            label="Changed files"
            {...(files.length > MOST && { remark: `${count(files.length)} files, showing the first ${MOST}` })}
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
