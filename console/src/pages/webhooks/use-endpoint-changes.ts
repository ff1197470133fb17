import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useApi } from '../../session/session.ts';
import { failed, useToast } from '../../ui/toasts.ts';

/** What can be done with an endpoint by one click. Each brings what is shown of it up to date. */
export function useEndpointChanges(endpointId: string) {
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const params = { path: { endpoint_id: endpointId } };
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
  const ping = useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/ping', { params })),
    onSuccess: () => {
      toast({ tone: 'good', title: 'Ping sent', detail: 'It is the first of the deliveries.' });
      return refresh();
    },
    onError: (error) => toast(failed('The ping', error)),
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) =>
      answerOf(api.PATCH('/api/v1/webhook-endpoints/{endpoint_id}', { params, body: { enabled } })),
    onSuccess: ({ enabled }) => {
      toast({ tone: 'good', title: enabled ? 'Endpoint enabled' : 'Endpoint disabled' });
      return refresh();
    },
    onError: (error) => toast(failed('The change', error)),
  });
  return { ping, enable };
}
