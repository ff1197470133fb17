import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { limitWords } from './limit-words.ts';
import { OwnerActions } from './owner-actions.tsx';

const route = getRouteApi('/owners/$ownerId');

/** One owner: what runs, and how much they may. */
export function OwnerPage() {
  const api = useApi();
  const { ownerId } = route.useParams();
  const owner = useQuery({
    queryKey: ['owners', 'one', ownerId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/owners/{owner_id}', { params: { path: { owner_id: ownerId } }, signal })),
    refetchInterval: LIVE.slow,
  });
  return (
    <>
      <PageHeader actions={owner.data && <OwnerActions owner={owner.data} />} title={ownerId}>
        Owner
      </PageHeader>
      <QueryStates query={owner}>
        {({ limits, active_sandboxes: active, created_at: at, created_by: by }) => (
          <>
            <Card title="Overview">
              <Facts
                facts={[
                  ['Active sandboxes', active],
                  [
                    'Created',
                    at === null ? 'Not set up; it only has keys' : <Time as="clock" key="created" value={at} />,
                  ],
                  ['Created by', by === null ? 'Unknown' : by === 'operator' ? 'Operator' : `Key ${by}`],
                ]}
              />
            </Card>
            <Card title="Limits">
              <Facts facts={limitWords(limits)} />
            </Card>
          </>
        )}
      </QueryStates>
    </>
  );
}
