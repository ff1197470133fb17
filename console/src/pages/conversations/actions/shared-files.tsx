import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';

interface Props {
  readonly conversationId: string;
  readonly token: string;
}

const keyOf = (token: string) => ['shared-files', token] as const;

/** The files that visitors of a public link can read. Saving copies them again. */
export function SharedFiles({ conversationId, token }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const mayRead = useCan()('PUT /api/v1/app-conversations/{conversation_id}/shared-files');
  const [edited, setEdited] = useState<string>();
  const { data: shown } = useQuery({
    queryKey: keyOf(token),
    queryFn: async ({ signal }) => {
      const query = { ids: [token] };
      const [found] = await answerOf(api.GET('/api/shared-conversations', { params: { query }, signal }));
      return found?.files ?? [];
    },
    enabled: mayRead,
  });
  const share = useMutation({
    mutationFn: (paths: string[]) =>
      answerOf(
        api.PUT('/api/v1/app-conversations/{conversation_id}/shared-files', {
          params: { path: { conversation_id: conversationId } },
          body: { paths },
        }),
      ),
    onSuccess: ({ items }) => {
      queries.setQueryData(keyOf(token), items);
      setEdited(undefined);
      toast({ tone: 'good', title: items.length === 0 ? 'No files are shared' : 'Files shared' });
    },
    onError: (error) => toast(failed('Share files', error)),
  });
  if (!mayRead || shown === undefined) return null;
  const text = edited ?? shown.map(({ path }) => path).join('\n');
  const paths = text.split('\n').map((line) => line.trim());
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        share.mutate(paths.filter((path) => path !== ''));
      }}
    >
      <TextAreaField
        className="font-mono"
        hint="One path for each line: at most 20 files of up to 256 KiB. Visitors see them as they are when you save."
        label="Files for visitors"
        onChange={({ target }) => setEdited(target.value)}
        rows={3}
        value={text}
      />
      <Button busy={share.isPending} className="justify-self-start" type="submit">
        Save files
      </Button>
    </form>
  );
}
