import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ApiKey } from '../../api/shapes.ts';
import { useApi, useSession } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.ts';

interface Props {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeKey({ apiKey, onClose }: Props) {
  const api = useApi();
  const { key } = useSession();
  const queries = useQueryClient();
  const toast = useToast();
  const name = apiKey.name ?? apiKey.id;
  const revoke = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/keys/{key_id}', { params: { path: { key_id: apiKey.id } } })),
    onSuccess: () => {
      toast({ tone: 'good', title: `The key ${name} is revoked` });
      onClose();
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <ConfirmDialog
      action="Revoke"
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      title={`Revoke the key ${name}?`}
    >
      <p>Whatever uses it is refused from its next request on. A revoked key cannot be brought back.</p>
      {apiKey.id === key.id && (
        <p className="font-medium text-bad">You are signed in with this key, and will be signed out.</p>
      )}
    </ConfirmDialog>
  );
}
