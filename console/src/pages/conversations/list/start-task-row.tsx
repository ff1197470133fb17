import { Link } from '@tanstack/react-router';
import { statusWords } from '../../../../../shared/presentation/starts.ts';
import type { StartTask } from '../../../api/shapes.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Time } from '../../../ui/time.tsx';
import { draftOf } from '../start/start-draft.ts';

/** One start, with the step that it is at or the reason why it failed. */
export function StartTaskRow({ task }: { readonly task: StartTask }) {
  const { id, status, detail, request, created_at } = task;
  const { title, message } = draftOf(request);
  const hasFailed = status === 'ERROR';
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <Link
          className="truncate font-medium hover:text-accent hover:underline"
          search={{ task: id }}
          to="/conversations/new"
        >
          {title || message || 'No first message'}
        </Link>
        {hasFailed && <span className="line-clamp-3 break-words text-ink-soft text-xs">{detail}</span>}
      </div>
      <Badge isMoving={!hasFailed} tone={hasFailed ? 'bad' : 'info'}>
        {statusWords[status]}
      </Badge>
      <span className="text-ink-soft">
        <Time value={created_at} />
      </span>
    </li>
  );
}
