import type { CurrentLimits } from '../../api/shapes.ts';
import { count } from '../../format/money.ts';
import { duration } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Time } from '../../ui/time.tsx';

interface Props {
  readonly rateLimit: CurrentLimits['rate_limit'];
  readonly calls: CurrentLimits['calls'];
}

export function Calls({ rateLimit, calls }: Props) {
  const { limit, used, window_seconds: window, reset_at: reset } = rateLimit;
  return (
    <Card title="Calls of the API">
      <div className="grid gap-3">
        <Meter label={`Calls in ${duration(window * 1000)}`} limit={limit} text={count} used={used}>
          {(level) => (
            <>
              <p>
                Counting begins anew <Time value={reset} />
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
              <b className="text-ink tabular-nums">{count(calls.legacy)}</b> of them went to the legacy generation,
              which has successors in the{' '}
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
  near: 'One call more than the limit is refused with a 429: send fewer, or wait until then.',
  reached:
    'Calls are refused with a 429 (rate_limited) until then. Refused calls count as well: wait as long as Retry-After says, and longer with each refusal.',
} as const;
