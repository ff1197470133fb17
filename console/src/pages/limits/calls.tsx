import { count } from '../../../../shared/presentation/money.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import type { CurrentLimits } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Time } from '../../ui/time.tsx';

/** In seconds. */
const MINUTE = 60;

interface Props {
  readonly rateLimit: CurrentLimits['rate_limit'];
  readonly calls: CurrentLimits['calls'];
}

export function Calls({ rateLimit, calls }: Props) {
  const { limit, used, window_seconds: window, reset_at: reset } = rateLimit;
  return (
    <Card title="API rate limit">
      <div className="grid gap-3">
        <Meter
          label={window === MINUTE ? 'Calls per minute' : `Calls per ${duration(window * 1000)}`}
          limit={limit}
          text={count}
          used={used}
        >
          {(level) => (
            <>
              <p>
                Resets <Time value={reset} />
              </p>
              {level !== 'fine' && <p>{words[level]}</p>}
            </>
          )}
        </Meter>
        <p className="text-ink-soft text-sm">
          This key made <b className="text-ink tabular-nums">{count(calls.total)}</b> calls in the last 24 hours.
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

const words = {
  near: 'Calls above the limit are rejected with 429. Send fewer, or wait for the reset.',
  reached:
    'Calls are rejected with 429 (rate_limited) until the reset. Rejected calls count as well: wait as long as Retry-After says, and back off further each time.',
} as const;
