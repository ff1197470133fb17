import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { EndpointNotice } from './endpoint-notice.tsx';
import { VerifySignatures } from './verify-signatures.tsx';

const route = getRouteApi('/webhooks/$endpointId');

/** One address that gets events, and what was sent to it. */
export function EndpointPage() {
  const api = useApi();
  const { endpointId } = route.useParams();
  const endpoint = useQuery({
    queryKey: ['webhook-endpoints', endpointId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/webhook-endpoints/{endpoint_id}', { params: { path: { endpoint_id: endpointId } }, signal }),
      ),
    refetchInterval: LIVE.normal,
  });
  return (
    <>
      <PageHeader actions={endpoint.data && <EndpointActions endpoint={endpoint.data} />} title="Webhook endpoint">
        <span className="break-all font-mono">{endpoint.data?.url}</span>
      </PageHeader>
      <QueryStates query={endpoint}>
        {(one) => (
          <>
            <EndpointNotice endpoint={one} />
            <EndpointFacts endpoint={one} />
            <Card isFlush title="Deliveries">
              <Deliveries endpointId={one.id} />
            </Card>
            <VerifySignatures />
          </>
        )}
      </QueryStates>
    </>
  );
}
