import type { ReactNode } from 'react';
import { dollars } from '../../../../shared/presentation/money.ts';
import { monthBegin, monthName } from '../../../../shared/presentation/time.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import type { LimitLevel } from '../../ui/limit-level.ts';
import { Meter } from '../../ui/meter.tsx';
import { Time } from '../../ui/time.tsx';

type Bounds = CurrentLimits['budgets'];

export function Budgets({ budgets }: { readonly budgets: Bounds }) {
  const { owner, key, month, as_of: asOf } = budgets;
  const first = `${month}-01`;
  const reset = `${monthBegin(first, 1)}T00:00:00Z`;
  const remedy = (raise: string) => (level: LimitLevel) => level !== 'fine' && words(level, raise);
  const ofOwner = remedy('an administrator raises it under Owners');
  const ofKey = remedy('the creator of the key raises it');
  const meters = [
    { label: 'Owner, USD', ...owner.usd, text: dollars, remedy: ofOwner },
    { label: 'This key, USD', ...key.usd, text: dollars, remedy: ofKey },
    { label: 'Owner, sandbox hours', ...owner.sandbox_hours, text: hours, remedy: ofOwner },
    { label: 'This key, sandbox hours', ...key.sandbox_hours, text: hours, remedy: ofKey },
  ].filter(({ limit }) => limit !== null);
  return (
    <div className="lg:col-span-2">
      <Card title={`${monthName(first)} budgets`}>
        {meters.length === 0 ? (
          <p className="text-ink-soft text-sm">
            No budgets are set. An administrator can set one for the owner, and the creator of a key one for the key, in
            USD or sandbox hours per calendar month (UTC).
          </p>
        ) : (
          <div className="grid gap-4">
            <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
              {meters.map(({ label, limit, used, text, remedy: help }) => (
                <Meter key={label} label={label} limit={limit} text={(amount) => text(amount)} used={used ?? 0}>
                  {help}
                </Meter>
              ))}
            </div>
            <p className="text-ink-soft text-xs">
              Budgets reset <Time value={reset} />, on the 1st at 00:00 UTC. Every start and resume reserves five
              minutes, which count as used. API calls do not count towards budgets; Usage has the exact cost.
              {asOf === null ? (
                ' Measured when a sandbox starts.'
              ) : (
                <>
                  {' '}
                  Measured <Time value={asOf} />.
                </>
              )}
            </p>
          </div>
        )}
      </Card>
    </div>
  );
}

function hours(amount: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(amount)} h`;
}

function words(level: 'near' | 'reached', raise: string): ReactNode {
  return level === 'near'
    ? `At 100 % new starts are rejected, and every sandbox on this budget is paused with its files kept. Pause sandboxes you do not need, or ask that ${raise}.`
    : `Starts and resumes are rejected with 429 (quota_exceeded), and every sandbox on this budget is paused with its files kept. They work again once ${raise} or the next month begins. Paused sandboxes do not resume by themselves.`;
}
