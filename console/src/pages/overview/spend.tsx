import { Link } from '@tanstack/react-router';
import { dollars } from '../../../../shared/presentation/money.ts';
import { addDays, dayName, dayOf, daysFrom, monthName } from '../../../../shared/presentation/time.ts';
import type { Overview } from '../../api/shapes.ts';
import { useNow } from '../../live/now.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Time } from '../../ui/time.tsx';
import { monthSoFar } from '../usage/plot.ts';

const DAYS_DRAWN = 30;

/** The cost of the month so far and at its end, and how much of the budgets it uses. */
export function Spend({ overview: { usage, limits, unavailable } }: { readonly overview: Overview }) {
  const now = useNow();
  const isTooMuch = unavailable.some(({ code }) => code === 'too_much_usage');
  if (!usage && !isTooMuch) return null;
  const { budgets } = limits;
  const bounds = [
    { label: 'Owner budget', ...budgets.owner.usd },
    { label: 'Key budget', ...budgets.key.usd },
  ].filter(({ limit }) => limit !== null);
  return (
    <Card
      actions={
        <Link className="text-accent text-sm hover:underline" to="/usage">
          Usage
        </Link>
      }
      title="Spend this month"
    >
      <div className="grid gap-3">
        {usage ? (
          <Costs days={usage.days} now={now} />
        ) : (
          <p className="text-sm">There is too much usage to sum up here.</p>
        )}
        {bounds.map(({ label, limit, used: ofBudget }) => (
          <Meter key={label} label={label} limit={limit} text={dollars} used={ofBudget ?? 0} />
        ))}
        {bounds.length > 0 && budgets.as_of && (
          <p className="text-ink-soft text-xs">
            Budget measured <Time value={budgets.as_of} />, without API requests.
          </p>
        )}
        {bounds.length === 0 && <p className="text-ink-soft text-xs">No budget is set.</p>}
      </div>
    </Card>
  );
}

interface CostsProps {
  readonly days: NonNullable<Overview['usage']>['days'];
  readonly now: Date;
}

function Costs({ days, now }: CostsProps) {
  const today = dayOf(now);
  const byDay = new Map(days.map(({ day, cost_usd: cost }) => [day, cost]));
  const { used, projection } = monthSoFar(byDay, now);
  const drawn = daysFrom(addDays(today, 1 - DAYS_DRAWN), today);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-xl tabular-nums tracking-tight">{dollars(used)}</span>
        <span className="text-ink-soft text-xs">
          {monthName(today)} to date
          {projection && `, ${dollars(projection.atEnd)} projected`}
        </span>
      </p>
      <SpendBars days={drawn.map((day) => [day, byDay.get(day) ?? 0])} />
    </>
  );
}

interface Props {
  /** The cost of each day in US dollars, in order. */
  readonly days: readonly (readonly [day: string, cost: number])[];
}

/** The minimum height of a day with any cost, in percent. */
const LEAST = 4;

/** The cost of the last days as bars without axes. The usage page has the numbers. */
function SpendBars({ days }: Props) {
  const most = Math.max(...days.map(([, cost]) => cost));
  const [highest] = days.find(([, cost]) => cost === most) ?? [];
  const [first, last] = [days[0]?.[0], days.at(-1)?.[0]];
  if (first === undefined || last === undefined || highest === undefined || most === 0) return null;
  return (
    <figure className="grid gap-1">
      <div
        aria-label={`Cost per day, ${dayName(first)} to ${dayName(last)}. Highest: ${dollars(most)} on ${dayName(highest)}.`}
        className="flex h-16 items-end gap-px border-line-strong border-b"
        role="img"
      >
        {days.map(([day, cost]) => (
          <span
            className="flex h-full min-w-0 flex-1 items-end hover:bg-raised"
            key={day}
            title={`${dayName(day)}: ${dollars(cost)}`}
          >
            <span
              className="w-full rounded-t-sm bg-accent-fill forced-colors:bg-[CanvasText]"
              style={{ height: cost === 0 ? 0 : `${Math.max(LEAST, (100 * cost) / most)}%` }}
            />
          </span>
        ))}
      </div>
      <figcaption className="flex justify-between text-ink-soft text-xs">
        <span>{dayName(first)}</span>
        <span>Cost per day</span>
        <span>{dayName(last)}</span>
      </figcaption>
    </figure>
  );
}
