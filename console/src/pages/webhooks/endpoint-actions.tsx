import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Power, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { WebhookEndpoint } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { failed, useToast } from '../../ui/toasts.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { RotateSecret } from './rotate-secret.tsx';

type Asked = 'change' | 'delete' | 'rotate';

/** What can be done with an endpoint by this key. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const api = useApi();
  const can = useCan();
  const navigate = useNavigate();
  const toast = useToast();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const params = { path: { endpoint_id: endpoint.id } };
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
  const ping = useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/ping', { params })),
    onSuccess: () => {
      toast({ tone: 'good', title: 'A ping is on its way', detail: 'Its delivery is the first below.' });
      return refresh();
    },
    onError: (error) => toast(failed('The ping', error)),
  });
  const toggle = useMutation({
    mutationFn: (enabled: boolean) =>
      answerOf(api.PATCH('/api/v1/webhook-endpoints/{endpoint_id}', { params, body: { enabled } })),
    onSuccess: ({ enabled }) => {
      toast({ tone: 'good', title: enabled ? 'The endpoint gets events again' : 'The endpoint gets no more events' });
      return refresh();
    },
    onError: (error) => toast(failed('The change', error)),
  });
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/webhook-endpoints/{endpoint_id}', { params })),
    onSuccess: async () => {
      toast({ tone: 'good', title: 'The endpoint is deleted' });
      queries.removeQueries({ queryKey: ['webhook-endpoints', endpoint.id] });
      await navigate({ to: '/webhooks' });
      await queries.invalidateQueries({ queryKey: ['webhook-endpoints'], exact: true });
    },
  });
  if (!can('PATCH /api/v1/webhook-endpoints/{endpoint_id}')) return null;
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Button busy={ping.isPending} icon={<Send aria-hidden className="size-4" />} onClick={() => ping.mutate()}>
        Send a ping
      </Button>
      <Menu label="Actions of this endpoint">
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsked('change')}>
          Change
        </MenuItem>
        <MenuItem icon={<Power aria-hidden />} onSelect={() => toggle.mutate(!endpoint.enabled)}>
          {endpoint.enabled ? 'Switch off' : 'Switch on'}
        </MenuItem>
        <MenuItem icon={<RefreshCw aria-hidden />} onSelect={() => setAsked('rotate')}>
          Replace the secret
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {asked === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} onSaved={close} />}
      {asked === 'rotate' && (
        <RotateSecret
          endpoint={endpoint}
          onClose={close}
          onMade={(made) => {
            close();
            setSecret(made);
          }}
        />
      )}
      {secret !== undefined && (
        <SecretOnce
          label="Signing secret"
          onClose={() => setSecret(undefined)}
          secret={secret}
          title="The new secret is made"
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          action="Delete"
          busy={remove.isPending}
          error={remove.error}
          onClose={close}
          onConfirm={() => remove.mutate()}
          title="Delete this endpoint?"
        >
          <p>It gets no more events, and its deliveries are deleted with it. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
