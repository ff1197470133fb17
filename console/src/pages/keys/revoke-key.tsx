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
  const { key, signOut } = useSession();
  const queries = useQueryClient();
  const toast = useToast();
  const name = apiKey.name ?? apiKey.id;
  const isOwn = apiKey.id === key.id;
  const revoke = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/keys/{key_id}', { params: { path: { key_id: apiKey.id } } })),
    onSuccess: () => {
      toast({ tone: 'good', title: `Key ${name} revoked` });
      if (isOwn) return signOut();
      onClose();
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <ConfirmDialog
      action={isOwn ? 'Revoke and sign out' : 'Revoke'}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      title={`Revoke key ${name}?`}
    >
      <p>Requests with this key are rejected from now on. This cannot be undone.</p>
      {isOwn && <p className="font-medium text-bad">You are signed in with this key. Revoking it signs you out.</p>}
    </ConfirmDialog>
  );
}
