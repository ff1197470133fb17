import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import type { Conversation, GitDiff } from '../../../api/shapes.ts';
import { LIVE } from '../../../live/intervals.ts';
import { useApi } from '../../../session/session.ts';
import { QueryStates } from '../../../ui/query-states.tsx';
import { isBinary } from '../files/binary.ts';
import { Remark } from '../files/remark.tsx';
import { diffRows } from './diff-rows.ts';
import { DiffTable } from './diff-table.tsx';

interface Props {
  readonly conversation: Conversation;
  readonly directory: string;
  readonly path: string;
  readonly isDeleted: boolean;
}

/** One changed file, before and after. */
export function FileChange({ conversation, directory, path, isDeleted }: Props) {
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
    // An agent server compares only files that are there.
    enabled: !isDeleted,
    placeholderData: (shown) => shown,
    refetchInterval: execution_status === 'running' && LIVE.normal,
  });
  if (isDeleted) return <Remark>The file was deleted.</Remark>;
  if (isTooLarge(diff.error)) return <Remark>The file has more than 1 MB: it is not compared here.</Remark>;
  return <QueryStates query={diff}>{(texts) => <Comparison path={path} texts={texts} />}</QueryStates>;
}

/** Agent servers compare files of up to 1 MiB. */
function isTooLarge(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 400 && /too large/i.test(error.message);
}

function Comparison({ path, texts: { original, modified } }: { readonly path: string; readonly texts: GitDiff }) {
  const [before, after] = [original ?? '', modified ?? ''];
  const isText = !isBinary(before) && !isBinary(after);
  const rows = useMemo(() => (isText ? diffRows(before, after) : []), [isText, before, after]);
  if (!isText) return <Remark>The file is binary.</Remark>;
  if (!rows) return <Remark>The file has changed too much to be compared here.</Remark>;
  return rows.length === 0 ? <Remark>Its text is the same as before.</Remark> : <DiffTable path={path} rows={rows} />;
}
