import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Facts } from '../../ui/facts.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { Attempts } from './attempts.tsx';
import { deliveryTones } from './delivery-tones.ts';
import { prettyJson } from './pretty-json.ts';

interface Props {
  readonly endpointId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** One message: its body, each attempt with its answer, and another attempt by hand. */
export function DeliveryDialog({ endpointId, messageId, onClose }: Props) {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const params = { path: { endpoint_id: endpointId, message_id: messageId } };
  const message = useQuery({
    queryKey: ['webhook-endpoints', endpointId, 'messages', 'one', messageId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}', { params, signal })),
    refetchInterval: LIVE.normal,
  });
  const redeliver = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver', { params })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook-endpoints', endpointId] }),
  });
  return (
    <Dialog isWide onClose={onClose} title="Delivery">
      <QueryStates query={message}>
        {({ id, type, status, object_id: object, created_at: created, next_attempt_at: next, attempts, body }) => (
          <div className="grid gap-5">
            <Facts
              facts={[
                ['Event', type],
                [
                  'Status',
                  <Badge key="status" tone={deliveryTones[status]}>
                    {status}
                  </Badge>,
                ],
                ['Object', <code key="object">{object}</code>],
                ['Message (webhook-id)', <code key="id">{id}</code>],
                ['Created', <Time as="clock" key="created" value={created} />],
                ['Next attempt', next === null ? 'None' : <Time key="next" value={next} />],
              ]}
            />
            <Attempts attempts={attempts} />
            <section className="grid gap-1">
              <h3 className="flex items-center justify-between font-medium text-sm">
                Body
                <CopyButton label="Copy the body" text={body} />
              </h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
              <pre className="max-h-80 overflow-auto rounded-lg bg-raised p-3 font-mono text-xs" tabIndex={0}>
                {prettyJson(body)}
              </pre>
            </section>
          </div>
        )}
      </QueryStates>
      {redeliver.error && <ErrorNotice error={redeliver.error} />}
      <DialogActions>
        {can('POST /api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver') && (
          <Button busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
            Send again
          </Button>
        )}
        <Button onClick={onClose} variant="primary">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
