import type { WebhookEndpoint } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { useEndpointChanges } from './use-endpoint-changes.ts';

const reasons = {
  request: 'It was disabled on request',
  gone: 'It answered 410 Gone, which tells the service to stop',
  failing: 'A message failed at every attempt, and nothing else succeeded meanwhile',
} as const;

/** Why an endpoint receives nothing, and what to do about it; nothing while all is well. */
export function EndpointNotice({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const can = useCan();
  const { enable } = useEndpointChanges(endpoint.id);
  const { enabled, disabled_reason: reason, disabled_at: since, failing_since: failing } = endpoint;
  if (!enabled) {
    return (
      <Notice title="This endpoint is disabled and receives no events" tone={reason === 'request' ? 'info' : 'bad'}>
        <p>
          {reasons[reason ?? 'request']}
          {since !== null && (
            <>
              {' '}
              (<Time value={since} />)
            </>
          )}
          .{reason !== 'request' && ' Fix the receiver, check it with a ping, then enable the endpoint.'} Messages that
          were waiting are sent then; events that happened meanwhile are not.
        </p>
        {can('PATCH /api/v1/webhook-endpoints/{endpoint_id}') && (
          <Button busy={enable.isPending} className="mt-2" onClick={() => enable.mutate(true)}>
            Enable
          </Button>
        )}
      </Notice>
    );
  }
  if (failing === null) return null;
  return (
    <Notice title="Deliveries are failing" tone="warn">
      Every attempt has failed since <Time as="clock" value={failing} />. Messages are retried for about three days.
    </Notice>
  );
}
