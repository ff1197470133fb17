import type { SandboxStepTime } from '../../api/shapes.ts';
import { duration } from '../../format/time.ts';
import { Time } from '../../ui/time.tsx';
import { groupsOf, type StepGroup } from './step-groups.ts';
import { stepWords } from './step-words.ts';

/** What took the time of the last start, and of the end after it. */
export function Steps({ steps }: { readonly steps: readonly SandboxStepTime[] }) {
  const groups = groupsOf(steps);
  if (groups.length === 0) return <p className="text-ink-soft text-sm">No step was reached yet.</p>;
  return (
    <div className="grid items-start gap-6 text-sm xl:grid-cols-2">
      {groups.map((group) => (
        <Group group={group} key={group.name} />
      ))}
    </div>
  );
}

function Group({ group: { name, begun, steps, seconds } }: { readonly group: StepGroup }) {
  const longest = Math.max(...steps.map((step) => step.seconds));
  return (
    <div className="grid gap-2">
      <h3 className="flex flex-wrap justify-between gap-x-3 font-medium">
        <span>
          {name} in {duration(seconds * 1000)}
        </span>
        <span className="font-normal text-ink-soft text-xs">
          <Time as="clock" value={begun.at} />
        </span>
      </h3>
      <ol className="grid gap-2">
        {steps.map(({ step, seconds: took }) => (
          <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1" key={step}>
            <span>{stepWords(step)}</span>
            <span className="text-right tabular-nums">{duration(took * 1000)}</span>
            <span aria-hidden className="col-span-full h-1 overflow-hidden rounded-full bg-raised">
              <span
                className="block h-full rounded-full bg-accent-fill"
                style={{ width: `${longest > 0 ? (100 * took) / longest : 0}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
