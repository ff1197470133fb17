import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { useApi } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toasts.ts';

/** Takes the key of the model away. Other changes of the form stay as they are. */
export function RemoveKey({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/v1/settings', { body: { agent_settings_diff: { llm: { api_key: null } } } })),
    onSuccess: () => {
      toast({ tone: 'good', title: 'API key removed' });
      onClose();
      return queries.invalidateQueries({ queryKey: ['settings'] });
    },
  });
  return (
    <ConfirmDialog
      action="Remove"
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Remove the API key?"
    >
      <p>New conversations use the key of the service where it has one for this model, and none otherwise.</p>
    </ConfirmDialog>
  );
}
