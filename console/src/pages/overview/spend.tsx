import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dollars } from '../../../../shared/presentation/money.ts';
import { addDays, dayOf, daysFrom, monthName } from '../../../../shared/presentation/time.ts';
import { useNow } from '../../live/now.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { limitsQuery } from '../limits/limits-query.ts';
import { measures } from '../usage/measures.ts';
import { amountsByDay, monthSoFar } from '../usage/projection.ts';
import { monthQuery } from '../usage/usage-queries.ts';
import { SpendBars } from './spend-bars.tsx';

/** How many days are drawn. */
const DRAWN = 30;

const { of, scale } = measures.cost;

/** What the month has cost and will cost, day by day, and how much of the budgets that is. */
export function Spend() {
  const api = useApi();
  const today = dayOf(useNow());
  const cost = useQuery(monthQuery(api, today));
  const limits = useQuery(limitsQuery(api));
  const budgets = limits.data?.budgets;
  const bounds = budgets
    ? [
        { label: 'Owner budget', ...budgets.owner.usd },
        { label: 'Key budget', ...budgets.key.usd },
      ].filter(({ limit }) => limit !== null)
    : [];
  return (
    <Card
      actions={
        <Link className="text-accent text-sm hover:underline" to="/usage">
          Usage
        </Link>
      }
      title="Spend this month"
    >
      <QueryStates query={cost}>
        {({ items, asOf }) => {
          const byDay = amountsByDay(items, of);
          const { used, projection } = monthSoFar(byDay, new Date(asOf));
          const drawn = daysFrom(addDays(today, 1 - DRAWN), today);
          return (
            <div className="grid gap-3">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold text-xl tabular-nums tracking-tight">{dollars(used / scale)}</span>
                <span className="text-ink-soft text-xs">
                  {monthName(today)} to date
                  {projection && `, ${dollars(projection.atEnd / scale)} projected`}
                </span>
              </p>
              <SpendBars days={drawn.map((day) => [day, (byDay.get(day) ?? 0) / scale])} />
              {bounds.map(({ label, limit, used: ofBudget }) => (
                <Meter key={label} label={label} limit={limit} text={dollars} used={ofBudget ?? 0} />
              ))}
              {bounds.length > 0 && budgets?.as_of && (
                <p className="text-ink-soft text-xs">
                  Budget measured <Time value={budgets.as_of} />, without API calls.
                </p>
              )}
              {budgets && bounds.length === 0 && <p className="text-ink-soft text-xs">No budget is set.</p>}
            </div>
          );
        }}
      </QueryStates>
    </Card>
  );
}
