import type { WebhookMessage } from '../../api/shapes.ts';
import { duration } from '../../format/time.ts';
import { Time } from '../../ui/time.tsx';

/** What came back each time, the latest first. */
export function Attempts({ attempts }: Pick<WebhookMessage, 'attempts'>) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-sm">Attempts and answers</h3>
      {attempts.length === 0 ? (
        <p className="text-ink-soft text-sm">It was not sent yet.</p>
      ) : (
        <ol className="grid gap-1 text-sm">
          {attempts.toReversed().map(({ at, status, duration_ms: took, error }) => (
            <li className="flex flex-wrap gap-x-3 rounded-lg bg-raised px-3 py-2" key={at}>
              <span className={error === null ? 'font-medium text-good' : 'font-medium text-bad'}>
                {status ?? 'no answer'}
              </span>
              <Time as="clock" value={at} />
              <span className="text-ink-soft">{duration(took)}</span>
              {error !== null && <span className="min-w-0 break-words">{error}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
