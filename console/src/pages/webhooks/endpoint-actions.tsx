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
import { OverlapDialog } from '../../ui/overlap-dialog.tsx';
import { failed, useToast } from '../../ui/toasts.ts';
import { EndpointDialog, SigningSecretOnce } from './endpoint-dialog.tsx';

type Asked = 'edit' | 'delete' | 'rotate';

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const can = useCan();
  const { ping, enable } = useEndpointChanges(endpoint.id);
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  if (!can('PATCH /api/v1/webhook-endpoints/{endpoint_id}')) return null;
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Button busy={ping.isPending} icon={Send} onClick={() => ping.mutate()}>
        Send ping
      </Button>
      <Menu label="Actions for this endpoint">
        <MenuItem icon={Pencil} label="Edit" onSelect={() => setAsked('edit')} />
        <MenuItem
          icon={Power}
          label={endpoint.enabled ? 'Disable' : 'Enable'}
          onSelect={() => enable.mutate(!endpoint.enabled)}
        />
        <MenuItem icon={RefreshCw} label="Rotate secret" onSelect={() => setAsked('rotate')} />
        <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => setAsked('delete')} />
      </Menu>
      {asked === 'edit' && <EndpointDialog endpoint={endpoint} onClose={close} onSaved={close} />}
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
        <SigningSecretOnce onClose={() => setSecret(undefined)} secret={secret} title="Secret rotated" />
      )}
      {asked === 'delete' && <DeleteEndpoint endpoint={endpoint} onClose={close} />}
    </>
  );
}

function DeleteEndpoint({ endpoint, onClose }: { readonly endpoint: WebhookEndpoint; readonly onClose: () => void }) {
  const api = useApi();
  const navigate = useNavigate();
  const toast = useToast();
  const queries = useQueryClient();
  const params = { path: { endpoint_id: endpoint.id } };
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/webhook-endpoints/{endpoint_id}', { params })),
    onSuccess: async () => {
      toast({ tone: 'good', title: 'Endpoint deleted' });
      queries.removeQueries({ queryKey: ['webhook-endpoints', endpoint.id] });
      await navigate({ to: '/webhooks' });
      await queries.invalidateQueries({ queryKey: ['webhook-endpoints'], exact: true });
    },
  });
  return (
    <ConfirmDialog action="Delete" mutation={remove} onClose={onClose} title="Delete this endpoint?">
      <p>The endpoint stops receiving events, and its deliveries are deleted. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

/** Seven days, in seconds. */
const LONGEST_OVERLAP = 604_800;

interface Props {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

/** Replaces the secret that signs messages. */
function RotateSecret({ endpoint, onClose, onMade }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: (overlap_seconds: number) =>
      answerOf(
        api.POST('/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret', {
          params: { path: { endpoint_id: endpoint.id } },
          body: { overlap_seconds },
        }),
      ),
    onSuccess: ({ secret }) => {
      onMade(secret);
      return queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
    },
  });
  return (
    <OverlapDialog
      hint="Give the new secret to every receiver within this time."
      label="The old secret is also used for"
      longest={LONGEST_OVERLAP}
      onClose={onClose}
      replacing={rotate}
      text="During this time each request carries both signatures, so that you can switch receivers one by one."
      title="Rotate signing secret"
    />
  );
}

/** The one-click actions of an endpoint. Each refreshes what is shown. */
export function useEndpointChanges(endpointId: string) {
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const params = { path: { endpoint_id: endpointId } };
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
  const ping = useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/ping', { params })),
    onSuccess: () => {
      toast({ tone: 'good', title: 'Ping queued', detail: 'See it at the top of Deliveries.' });
      return refresh();
    },
    onError: (error) => toast(failed('Ping', error)),
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) =>
      answerOf(api.PATCH('/api/v1/webhook-endpoints/{endpoint_id}', { params, body: { enabled } })),
    onSuccess: ({ enabled }) => {
      toast({ tone: 'good', title: enabled ? 'Endpoint enabled' : 'Endpoint disabled' });
      return refresh();
    },
    onError: (error) => toast(failed('Update', error)),
  });
  return { ping, enable };
}
