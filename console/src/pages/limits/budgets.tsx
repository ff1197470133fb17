import type { ReactNode } from 'react';
import type { CurrentLimits } from '../../api/shapes.ts';
import { dollars } from '../../format/money.ts';
import { monthBegin, monthName } from '../../format/utc-days.ts';
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
  const ofKey = remedy('the maker of the key raises it');
  const meters = [
    { label: 'Owner, in dollars', ...owner.usd, text: dollars, remedy: ofOwner },
    { label: 'This key, in dollars', ...key.usd, text: dollars, remedy: ofKey },
    { label: 'Owner, in sandbox-hours', ...owner.sandbox_hours, text: hours, remedy: ofOwner },
    { label: 'This key, in sandbox-hours', ...key.sandbox_hours, text: hours, remedy: ofKey },
  ].filter(({ limit }) => limit !== null);
  return (
    <div className="lg:col-span-2">
      <Card title={`Budgets of ${monthName(first)}`}>
        {meters.length === 0 ? (
          <p className="text-ink-soft text-sm">
            None is set. An administrator can give the owner one, and the maker of a key can give the key one: money or
            sandbox-hours in a calendar month (UTC).
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
              Budgets begin anew <Time value={reset} />, on the 1st at 00:00 UTC. Each start and each resume sets five
              minutes aside, which counts as used. Calls of the API cost nothing here; the exact bill is under Usage.
              {asOf !== null && (
                <>
                  {' '}
                  The ledger was read <Time value={asOf} />.
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
    ? `At 100 % starts are refused, and all that runs on this budget is paused with its files kept. Pause what is not needed, or ask that ${raise}.`
    : `Starts and resumes are refused with a 429 (quota_exceeded), and all that runs on this budget is paused with its files kept. They work again as soon as ${raise}, or the next month begins; nothing resumes by itself.`;
}
