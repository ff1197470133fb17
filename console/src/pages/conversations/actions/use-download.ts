import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { failed, useToast } from '../../../ui/toasts.ts';
import { titleOf } from '../labels.tsx';

/** Saves a conversation as a ZIP archive. The key is sent in a header, never in a URL. */
export function useDownload() {
  const api = useApi();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ id }: Conversation) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}/download', {
          params: { path: { conversation_id: id } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (archive, conversation) => {
      saveFile(archive, `${fileName(titleOf(conversation))}-${conversation.id.slice(-6)}.zip`);
      toast({ tone: 'good', title: 'Conversation downloaded' });
    },
    onError: (error) => toast(failed('Download', error)),
  });
}

function fileName(title: string): string {
  const plain = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return plain.replace(/^-|-$/g, '').slice(0, 60) || 'conversation';
}
