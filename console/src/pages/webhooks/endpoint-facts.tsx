import type { WebhookEndpoint } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { eventWords } from './event-types.ts';

/** What an endpoint is. */
export function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { id, description, events, created_at: created, previous_secret_expires_at: overlap } = endpoint;
  return (
    <Card>
      <Facts
        facts={[
          ['Status', <EndpointState endpoint={endpoint} key="status" />],
          ['ID', <code key="id">{id}</code>],
          ['Description', description ?? 'None'],
          ['Events', eventWords(events)],
          ['Created', <Time as="clock" key="created" value={created} />],
          ...(overlap === null ? [] : [['Previous secret', <Overlap key="overlap" until={overlap} />] as const]),
        ]}
      />
    </Card>
  );
}

function Overlap({ until }: { readonly until: string }) {
  return (
    <>
      Also signs until <Time as="clock" value={until} />
    </>
  );
}
