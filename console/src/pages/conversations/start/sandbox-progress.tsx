import { duration } from '../../../format/time.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSandboxOf } from '../queries.ts';
import { sandboxSteps } from './start-stages.ts';

/** What a sandbox has reached on its way up, and what it says of it. Nothing where the key may not see it. */
export function SandboxProgress({ sandboxId }: { readonly sandboxId: string }) {
  const { data, isLoading } = useSandboxOf({ sandbox_id: sandboxId, sandbox_status: 'STARTING' });
  if (isLoading) return <Skeleton label="Loading the steps of the sandbox" rows={1} />;
  if (!data) return null;
  return (
    <div className="ml-6 grid gap-1.5 border-line border-l pl-3 text-ink-soft text-xs">
      {data.status_detail !== null && <p className="break-words text-ink">{data.status_detail}</p>}
      <ol className="grid gap-1">
        {sandboxSteps(data.steps ?? []).map(({ name, step }) => (
          <li className="flex justify-between gap-4" key={step.step}>
            {name}
            <span className="tabular-nums">{duration(step.seconds * 1_000)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
