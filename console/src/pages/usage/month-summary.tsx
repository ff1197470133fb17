import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { monthName } from '../../../../shared/presentation/time.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Time } from '../../ui/time.tsx';
import type { Measure } from './measures.ts';
import type { MonthSoFar } from './projection.ts';

interface Props {
  readonly month: MonthSoFar;
  readonly measure: Measure;
  readonly today: string;
  readonly budgets: CurrentLimits['budgets'] | undefined;
}

/** This month up to now, what it comes to if it goes on so, and how much of the budgets is used. */
export function MonthSummary({ month, measure, today, budgets }: Props) {
  const text = (amount: number): string => measure.text(amount / measure.scale);
  const name = monthName(today);
  return (
    <div className="md:max-xl:*:nth-3:col-span-2 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Figure title={`${name} to date`} value={text(month.used)}>
        {measure.label} of all keys since the 1st, 00:00 UTC.
      </Figure>
      <ProjectionFigure month={month} name={name} text={text} />
      {measure.budget !== undefined && budgets && (
        <Budgets budgets={budgets} measure={measure} name={name} unit={measure.budget} />
      )}
    </div>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly children: ReactNode;
}

function Figure({ title, value, children }: FigureProps) {
  return (
    <Card title={title}>
      <p className="font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
      <p className="mt-1 text-ink-soft text-xs">{children}</p>
    </Card>
  );
}

interface ProjectionProps {
  readonly month: MonthSoFar;
  readonly name: string;
  readonly text: (amount: number) => string;
}

/** The figure with the sum that it comes from. */
function ProjectionFigure({ month: { used, projection }, name, text }: ProjectionProps) {
  const title = `${name}, projected`;
  if (projection === undefined) {
    return (
      <Figure title={title} value="–">
        A projection needs one full day of usage. Check back after midnight UTC.
      </Figure>
    );
  }
  const { days, perDay, daysLeft, atEnd } = projection;
  return (
    <Figure title={title} value={text(atEnd)}>
      {text(used)} to date, plus {text(perDay)} per day for {daysLeft.toFixed(1)} more days, the average of the{' '}
      {days === 1 ? 'last full day' : `last ${days} full days`}.
    </Figure>
  );
}

interface BudgetsProps {
  readonly budgets: CurrentLimits['budgets'];
  readonly unit: 'usd' | 'sandbox_hours';
  readonly measure: Measure;
  readonly name: string;
}

function Budgets({ budgets: { owner, key, as_of: asOf }, unit, measure, name }: BudgetsProps) {
  const bounds = [
    { label: 'Owner', ...owner[unit] },
    { label: 'This key', ...key[unit] },
  ].filter(({ limit }) => limit !== null);
  return (
    <Card title={`${name} budget`}>
      {bounds.length === 0 ? (
        <p className="text-ink-soft text-sm">No budget is set for the owner or for this key.</p>
      ) : (
        <div className="grid gap-3">
          {bounds.map(({ label, limit, used }) => (
            <Meter key={label} label={label} limit={limit} text={(amount) => measure.text(amount)} used={used ?? 0} />
          ))}
          <p className="text-ink-soft text-xs">
            {asOf === null ? (
              'Measured when a sandbox starts. '
            ) : (
              <>
                Measured <Time value={asOf} />.{' '}
              </>
            )}
            Includes reservations for starts, but no API calls. See{' '}
            <Link className="text-accent underline" to="/limits">
              Limits
            </Link>{' '}
            for what happens when it is reached.
          </p>
        </div>
      )}
    </Card>
  );
}
