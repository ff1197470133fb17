import { duration } from '../../../../shared/presentation/time.ts';
import type { WebhookAttempt } from '../../api/shapes.ts';
import { Time } from '../../ui/time.tsx';
import { AttemptAnswer } from './attempt-answer.tsx';

/** What came back each time, the latest first. */
export function Attempts({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-sm">Attempts and answers</h3>
      {attempts.length === 0 ? (
        <p className="text-ink-soft text-sm">It was not sent yet.</p>
      ) : (
        <ol className="grid gap-1 text-sm">
          {attempts.toReversed().map(({ at, status, duration_ms: took, error, answer }) => (
            <li className="flex flex-wrap gap-x-3 gap-y-1 rounded-lg bg-raised px-3 py-2" key={at}>
              <span className={error === null ? 'font-medium text-good' : 'font-medium text-bad'}>
                {status ?? 'no answer'}
              </span>
              <Time as="clock" value={at} />
              <span className="text-ink-soft">{duration(took)}</span>
              {error !== null && <span className="min-w-0 break-words">{error}</span>}
              {answer !== null && <AttemptAnswer answer={answer} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
