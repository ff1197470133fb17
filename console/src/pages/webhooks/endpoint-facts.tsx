import type { WebhookEndpoint } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { EndpointState } from './endpoint-state.tsx';

/** What an endpoint is, and what to do when it gets nothing. */
export function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { id, description, events, created_at: made, failing_since: failing } = endpoint;
  const { previous_secret_expires_at: overlap, disabled_reason: reason, disabled_at: since } = endpoint;
  return (
    <>
      {reason !== null && reason !== 'request' && since !== null && (
        <Notice title="This endpoint gets no events" tone="bad">
          {reason === 'gone'
            ? 'It answered 410, which means that it is gone for good.'
            : 'A message failed to the end of its schedule, and nothing else succeeded meanwhile.'}{' '}
          Since <Time value={since} />. Mend it, send a ping, then switch it on again.
        </Notice>
      )}
      {reason === null && failing !== null && (
        <Notice title="Nothing has arrived there lately" tone="warn">
          Every attempt has failed since <Time as="clock" value={failing} />. What waits is sent again, later and later.
        </Notice>
      )}
      <Card>
        <Facts
          facts={[
            ['State', <EndpointState endpoint={endpoint} key="state" />],
            ['Id', <code key="id">{id}</code>],
            ['Description', description ?? 'None'],
            ['Events', events.includes('*') ? 'Every event' : events.join(', ')],
            ['Made', <Time as="clock" key="made" value={made} />],
            [
              'Signing secret',
              overlap === null ? (
                'One'
              ) : (
                <span key="secret">
                  The one before also signs until <Time as="clock" value={overlap} />
                </span>
              ),
            ],
          ]}
        />
      </Card>
    </>
  );
}
