import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import { useApi } from '../../../session/session.ts';
import { QueryStates } from '../../../ui/query-states.tsx';
import { isBinary } from './binary.ts';
import { Remark } from './remark.tsx';

/** How much of a file is shown, in characters. */
const MOST = 200_000;

interface Props {
  readonly conversationId: string;
  readonly path: string;
}

/** The text of a file. The service answers an empty one for what it cannot read. */
export function FileContent({ conversationId, path }: Props) {
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
        if (text === '') return <Remark>Nothing to show: the file is empty, has more than 1 MB, or is gone.</Remark>;
        if (isBinary(text)) return <Remark>The file is binary.</Remark>;
        return (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
            <pre className="max-h-[70dvh] overflow-auto p-4 font-mono text-xs leading-5" tabIndex={0}>
              {visible(text.slice(0, MOST))}
            </pre>
            {text.length > MOST && (
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
