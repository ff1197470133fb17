import { duration } from '../../../../../shared/presentation/time.ts';
import { startSteps } from '../../../data/step-groups.ts';
import { stepWords } from '../../../data/step-words.ts';
import { useSandboxOf } from '../queries.ts';

/** What a sandbox has reached on its way up, and what it says of it. Nothing where the key may not see it. */
export function SandboxProgress({ sandboxId }: { readonly sandboxId: string }) {
  const { data } = useSandboxOf({ sandbox_id: sandboxId, sandbox_status: 'STARTING' });
  if (!data) return null;
  return (
    <div className="grid max-w-md gap-1.5 border-line-strong border-l pl-3 text-ink-soft text-xs">
      {data.status_detail !== null && <p className="break-words text-ink">{data.status_detail}</p>}
      <ol className="grid gap-1">
        {startSteps(data).map(({ step, seconds }) => (
          <li className="flex justify-between gap-4" key={step}>
            {stepWords(step)}
            <span className="tabular-nums">{duration(seconds * 1_000)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
