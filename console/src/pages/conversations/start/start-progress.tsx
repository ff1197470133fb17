import { Check, Circle, X } from 'lucide-react';
import { type StageView, stagesOf, statusWords } from '../../../../../shared/presentation/starts.ts';
import { duration } from '../../../../../shared/presentation/time.ts';
import type { StartTask } from '../../../api/shapes.ts';
import { useSeconds } from '../../../live/seconds.ts';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { SandboxProgress } from './sandbox-progress.tsx';
import { isUnderWay } from './use-start-task.ts';

const icons = {
  done: <Check aria-hidden className="size-4 text-good" />,
  now: <SpinnerIcon />,
  failed: <X aria-hidden className="size-4 text-bad" />,
  next: <Circle aria-hidden className="size-4 text-line-strong" />,
} as const;

const stateWords = { done: 'done', now: 'under way', failed: 'failed', next: 'to come' } as const;

/** The steps of a start, with the time that each took. */
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
