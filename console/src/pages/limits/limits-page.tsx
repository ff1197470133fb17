import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { AtOnce } from './at-once.tsx';
import { Budgets } from './budgets.tsx';
import { Calls } from './calls.tsx';
import { limitsQuery } from './limits-query.ts';

/** What the key and its owner may do, and how much of it is used. */
export function LimitsPage() {
  const limits = useQuery(limitsQuery(useApi()));
  return (
    <>
      <PageHeader title="Limits">Limits of this key and its owner, and how much of them is used.</PageHeader>
      <QueryStates query={limits}>
        {({ rate_limit: rateLimit, calls, sandboxes, budgets }) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Calls calls={calls} rateLimit={rateLimit} />
            <AtOnce sandboxes={sandboxes} />
            <Budgets budgets={budgets} />
          </div>
        )}
      </QueryStates>
    </>
  );
}
