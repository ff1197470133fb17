import { duration } from '../../../../shared/presentation/time.ts';
import type { SandboxStepTime } from '../../api/shapes.ts';
import { groupsOf, type StepGroup } from '../../data/step-groups.ts';
import { stepWords } from '../../data/step-words.ts';
import { Time } from '../../ui/time.tsx';

/** What took the time of the last start, and of the stop after it: one bar after the other. */
export function Steps({ steps }: { readonly steps: readonly SandboxStepTime[] }) {
  const groups = groupsOf(steps);
  if (groups.length === 0) return <p className="text-ink-soft text-sm">No step completed yet.</p>;
  return (
    <div className="grid gap-6 text-sm">
      {groups.map((group) => (
        <Group group={group} key={group.name} />
      ))}
    </div>
  );
}

function Group({ group: { name, begun, steps, seconds } }: { readonly group: StepGroup }) {
  const percent = (part: number): string => `${seconds > 0 ? (100 * part) / seconds : 0}%`;
  return (
    <div className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span>
          {name}: {duration(seconds * 1000)}
        </span>
        <span className="font-normal text-ink-soft text-xs">
          <Time as="clock" value={begun.at} />
        </span>
      </h3>
      <ol className="grid gap-1.5">
        {steps.map(({ step, seconds: took, offset }) => (
          <li className="grid grid-cols-[8.5rem_1fr_4.5rem] items-center gap-x-3" key={step}>
            <span className="truncate">{stepWords(step)}</span>
            <span aria-hidden className="flex h-2 rounded-full bg-raised">
              <span style={{ width: percent(offset) }} />
              <span
                className="min-w-0.5 rounded-full bg-accent-fill forced-colors:bg-[CanvasText]"
                style={{ width: percent(took) }}
              />
            </span>
            <span className="text-right tabular-nums">{duration(took * 1000)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
