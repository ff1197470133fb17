import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import { duration, monthBegin, monthName } from '../../../../shared/presentation/time.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { useApi, useCan, useSelf } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { type LimitLevel, Meter } from '../../ui/meter.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { limitsQuery } from './limits-query.ts';

/** The limits of the person of an API key, with all of their keys. For a person, they are those of the session. */
const OF_PERSON = 'Person of this key';

export function LimitsPage() {
  const limits = useQuery(limitsQuery(useApi()));
  const self = useSelf();
  return (
    <>
      <PageHeader title="Limits">
        {self === 'You' ? 'Your limits and those of the owner' : 'Limits of this key and its owner'}, and how much of
        them is used.
      </PageHeader>
      <QueryStates query={limits}>
        {({ rate_limit: rateLimit, calls, sandboxes, vcpus, snapshots, budgets }) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Calls calls={calls} rateLimit={rateLimit} />
            <AtOnce sandboxes={sandboxes} vcpus={vcpus} />
            <Budgets budgets={budgets} />
            <Snapshots snapshots={snapshots} />
          </div>
        )}
      </QueryStates>
    </>
  );
}

function AtOnce({ sandboxes, vcpus }: Pick<CurrentLimits, 'sandboxes' | 'vcpus'>) {
  const self = useSelf();
  const remedy = (level: LimitLevel) => level !== 'fine' && <Remedy level={level} />;
  return (
    <Card title="Concurrent sandboxes">
      <div className="grid gap-4">
        <Meter label="Owner" text={count} {...sandboxes.owner}>
          {remedy}
        </Meter>
        <Meter label={self} text={count} {...sandboxes.key}>
          {remedy}
        </Meter>
        {self !== 'You' && sandboxes.member && (
          <Meter label={OF_PERSON} text={count} {...sandboxes.member}>
            {remedy}
          </Meter>
        )}
        <Meter label="Owner, vCPUs" text={count} {...vcpus.owner}>
          {remedy}
        </Meter>
        <Meter label={`${self}, vCPUs`} text={count} {...vcpus.key}>
          {remedy}
        </Meter>
        {self !== 'You' && vcpus.member && (
          <Meter label={`${OF_PERSON}, vCPUs`} text={count} {...vcpus.member}>
            {remedy}
          </Meter>
        )}
        <p className="text-ink-soft text-xs">
          Starting, running and resuming sandboxes count, each with its vCPUs; paused and deleted ones do not. A key
          shares its limits with the keys it created, and a start needs room in every limit.
        </p>
      </div>
    </Card>
  );
}

function Snapshots({ snapshots }: Pick<CurrentLimits, 'snapshots'>) {
  const words = 'At the limit, new snapshots are rejected with 409. Delete snapshots that you do not need.';
  return (
    <Card title="Snapshots">
      <Meter label="Owner" text={count} {...snapshots.owner}>
        {(level) => level !== 'fine' && words}
      </Meter>
      <p className="mt-4 text-ink-soft text-xs">
        Those that the service keeps for forks count too. It deletes them once no fork needs them.
      </p>
    </Card>
  );
}

function Remedy({ level }: { readonly level: 'near' | 'reached' }) {
  const can = useCan();
  const sandboxes = can('GET /api/v1/sandboxes/search') ? (
    <Link className="text-accent underline" to="/sandboxes">
      sandbox
    </Link>
  ) : (
    'sandbox'
  );
  return (
    <>
      {level === 'reached'
        ? 'New starts are rejected with 429 (concurrency_limit_exceeded). Running sandboxes continue. '
        : 'At the limit, new starts are rejected; running sandboxes continue. '}
      Pause or delete a {sandboxes}, or start with <code className="font-mono">?on_limit=pause_oldest</code>.
    </>
  );
}

/** One minute, in seconds. */
const MINUTE = 60;

interface Props {
  readonly rateLimit: CurrentLimits['rate_limit'];
  readonly calls: CurrentLimits['calls'];
}

export function Calls({ rateLimit, calls }: Props) {
  const { limit, used, window_seconds: window, reset_at: reset } = rateLimit;
  const self = useSelf();
  return (
    <Card title="API rate limit">
      <div className="grid gap-3">
        <Meter
          label={window === MINUTE ? 'Requests per minute' : `Requests per ${duration(window * 1000)}`}
          limit={limit}
          text={count}
          used={used}
        >
          {(level) => (
            <>
              <p>
                Resets <Time value={reset} />
              </p>
              {level !== 'fine' && <p>{rateWords[level]}</p>}
            </>
          )}
        </Meter>
        <p className="text-ink-soft text-sm">
          {self} made <b className="text-ink tabular-nums">{count(calls.total)}</b> requests in the last 24 hours.
          {calls.legacy > 0 && (
            <>
              {' '}
              <b className="text-ink tabular-nums">{count(calls.legacy)}</b> of them used legacy endpoints. Their
              successors are in the{' '}
              <a className="text-accent underline" href="/reference">
                reference
              </a>
              .
            </>
          )}
        </p>
      </div>
    </Card>
  );
}

const rateWords = {
  near: 'Requests above the limit are rejected with 429. Send fewer requests, or wait for the reset.',
  reached:
    'Requests are rejected with 429 (rate_limited) until the reset. Rejected requests also count: wait for the time in Retry-After, and wait longer after each rejection.',
} as const;

type Bounds = CurrentLimits['budgets'];

export function Budgets({ budgets }: { readonly budgets: Bounds }) {
  const self = useSelf();
  const { owner, key, month, as_of: asOf } = budgets;
  const member = self === 'You' ? null : budgets.member;
  const first = `${month}-01`;
  const reset = `${monthBegin(first, 1)}T00:00:00Z`;
  const remedy = (raise: string) => (level: LimitLevel) => level !== 'fine' && budgetWords(level, raise);
  const ofOwner = remedy('an administrator raises it under Owners');
  const ofMember = remedy('an administrator raises it under Members');
  const ofKey = self === 'You' ? ofMember : remedy('the creator of the key raises it');
  const meters = [
    { label: 'Owner, USD', ...owner.usd, text: dollars, remedy: ofOwner },
    { label: `${self}, USD`, ...key.usd, text: dollars, remedy: ofKey },
    { label: 'Owner, sandbox hours', ...owner.sandbox_hours, text: hours, remedy: ofOwner },
    { label: `${self}, sandbox hours`, ...key.sandbox_hours, text: hours, remedy: ofKey },
    ...(member
      ? [
          { label: `${OF_PERSON}, USD`, ...member.usd, text: dollars, remedy: ofMember },
          { label: `${OF_PERSON}, sandbox hours`, ...member.sandbox_hours, text: hours, remedy: ofMember },
        ]
      : []),
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
              minutes, which count as used. API requests do not count towards budgets; Usage shows the exact cost.
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

function budgetWords(level: 'near' | 'reached', raise: string): ReactNode {
  return level === 'near'
    ? `At 100 % new starts are rejected, and every sandbox on this budget is paused with its files kept. Pause sandboxes you do not need, or ask that ${raise}.`
    : `Starts and resumes are rejected with 429 (quota_exceeded), and every sandbox on this budget is paused with its files kept. They work again once ${raise} or the next month begins. Paused sandboxes do not resume by themselves.`;
}
