import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dollars } from '../../format/money.ts';
import { monthName } from '../../format/utc-days.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { limitsQuery } from '../limits/limits-query.ts';
import { useMonthCost } from './overview-queries.ts';

/** What the month has cost, and how much of the budgets that is. */
export function Spend() {
  const cost = useMonthCost();
  const limits = useQuery(limitsQuery(useApi()));
  const budgets = limits.data?.budgets;
  const bounds = budgets
    ? [
        { label: 'Budget of the owner', ...budgets.owner.usd },
        { label: 'Budget of this key', ...budgets.key.usd },
      ].filter(({ limit }) => limit !== null)
    : [];
  return (
    <Card
      actions={
        <Link className="text-accent text-sm hover:underline" to="/usage">
          Usage
        </Link>
      }
      title="Spend of the month"
    >
      <QueryStates query={cost}>
        {({ totals, from }) => (
          <div className="grid gap-3">
            <p className="font-semibold text-xl tabular-nums tracking-tight">{dollars(Number(totals.cost_usd))}</p>
            <p className="text-ink-soft text-xs">{monthName(from)} so far (UTC), by the list prices of AWS.</p>
            {bounds.map(({ label, limit, used }) => (
              <Meter key={label} label={label} limit={limit} text={dollars} used={used ?? 0} />
            ))}
            {budgets && bounds.length === 0 && <p className="text-ink-soft text-xs">No budget is set.</p>}
          </div>
        )}
      </QueryStates>
    </Card>
  );
}
