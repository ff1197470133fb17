import type { SandboxStepTime } from '../../api/shapes.ts';
import { duration } from '../../format/time.ts';
import { Time } from '../../ui/time.tsx';
import { stepWords } from './step-words.ts';

/** What took the time of the last start, and of the end after it. */
export function Steps({ steps }: { readonly steps: readonly SandboxStepTime[] }) {
  if (steps.length === 0) return <p className="text-ink-soft text-sm">No step was reached yet.</p>;
  const longest = Math.max(...steps.map(({ seconds }) => seconds));
  return (
    <ol className="grid gap-2 text-sm">
      {steps.map(({ step, at, seconds }) => (
        <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1" key={step}>
          <span>{stepWords(step)}</span>
          <span className="text-right tabular-nums">
            {seconds > 0 ? duration(seconds * 1000) : <Time as="clock" value={at} />}
          </span>
          <span aria-hidden className="col-span-full h-1 overflow-hidden rounded-full bg-raised">
            <span
              className="block h-full rounded-full bg-accent-fill"
              style={{ width: `${longest > 0 ? (100 * seconds) / longest : 0}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
