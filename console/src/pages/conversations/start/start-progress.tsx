import { Check, Circle, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { resourceWords } from '../../../../../shared/presentation/sandboxes.ts';
import { type StageView, stagesOf, statusWords } from '../../../../../shared/presentation/starts.ts';
import { duration } from '../../../../../shared/presentation/time.ts';
import type { StartTask } from '../../../api/shapes.ts';
import { startSteps, stepWords } from '../../../data/steps.ts';
import { serviceClock } from '../../../live/now.ts';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { useSandboxOf } from '../queries.ts';
import { StartWarnings } from './start-warnings.tsx';
import { isUnderWay } from './use-start-task.ts';

const icons = {
  done: <Check aria-hidden className="size-4 text-good" />,
  now: <SpinnerIcon />,
  failed: <X aria-hidden className="size-4 text-bad" />,
  next: <Circle aria-hidden className="size-4 text-line-strong" />,
} as const;

const stateWords = { done: 'done', now: 'in progress', failed: 'failed', next: 'not started' } as const;

/** The steps of a start, with the time each took. */
export function StartProgress({ task }: { readonly task: StartTask }) {
  const now = useSeconds(isUnderWay(task));
  const end = isUnderWay(task) ? now.getTime() : Date.parse(task.updated_at);
  const isWaiting = task.status === 'WORKING' || task.status === 'WAITING_FOR_SANDBOX';
  return (
    <div className="grid gap-4">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium" role="status">
          {statusWords[task.status]}
        </span>
        <span className="text-ink-soft text-sm tabular-nums">{duration(end - Date.parse(task.created_at))}</span>
      </p>
      <ol className="grid gap-2 text-sm">
        {stagesOf(task).map((stage, index) => (
          <li className="grid gap-1.5" key={stage.name}>
            <Stage stage={stage} />
            {index === 0 && isWaiting && task.sandbox_id !== null && (
              <div className="ml-6.5">
                <SandboxProgress sandboxId={task.sandbox_id} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {task.resources.requested !== null && (
        <p className="text-ink-soft text-sm">Size: {resourceWords(task.resources)}</p>
      )}
      <StartWarnings warnings={task.warnings} />
    </div>
  );
}

function Stage({ stage: { name, state, seconds } }: { readonly stage: StageView }) {
  return (
    <span className="flex items-center gap-2.5">
      {icons[state]}
      <span className={state === 'next' ? 'text-ink-soft' : undefined}>
        {name}
        <span className="sr-only">: {stateWords[state]}</span>
      </span>
      {seconds !== undefined && <span className="ml-auto text-ink-soft tabular-nums">{duration(seconds * 1_000)}</span>}
    </span>
  );
}

/** The progress of a starting sandbox and its status text. Nothing if the key cannot read it. */
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

/** The current time of the service, updated every second. */
function useSeconds(isOn: boolean): Date {
  const [now, setNow] = useState(() => serviceClock.now());
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(serviceClock.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
