import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { Sandbox, StartTask } from '../../api/shapes.ts';
import { useConversationsById } from '../../data/sandbox-conversations.ts';
import { shortId } from '../../format/short-id.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { titleOf } from '../conversations/title.ts';
import { type Failing, failedStarts, failuresOf } from './failures.ts';
import { FAILURE_DAYS } from './overview-queries.ts';

/** How many conversations of failed starts are looked up: more than are shown, as some may be gone. */
const LOOKED_UP = 30;

interface Props {
  /** undefined where they are not known. */
  readonly sandboxes: readonly Sandbox[] | undefined;
  readonly starts: readonly StartTask[] | undefined;
}

/** What failed lately, with what can be done about it. */
export function RecentFailures({ sandboxes, starts }: Props) {
  const ids = failedStarts(starts ?? [])
    .slice(0, LOOKED_UP)
    .map(({ conversation_id: id }) => id);
  const { data: conversations, isPlaceholderData: isOfBefore } = useConversationsById(ids);
  const titles = new Map(conversations?.map((one) => [one.id, titleOf(one)]));
  const isGone = (id: string) => conversations !== undefined && !isOfBefore && ids.includes(id) && !titles.has(id);
  const failures = failuresOf(sandboxes ?? [], starts ?? [], isGone);
  return (
    <Card title="Recent failures">
      {failures.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-soft text-sm">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          {sandboxes && 'No failed sandboxes. '}
          {starts && `No failed starts in the last ${FAILURE_DAYS} days.`}
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {failures.map((failing) => (
            <li className="grid gap-1 py-2.5 text-sm" key={`${failing.kind} ${failing.id} ${failing.at}`}>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone="bad">{failing.kind === 'sandbox' ? 'Sandbox' : 'Start'}</Badge>
                <FailingLink {...failing} title={titles.get(failing.id)} />
                {failing.code !== null && <code className="font-mono text-ink-soft text-xs">{failing.code}</code>}
                <span className="ml-auto text-ink-soft text-xs">
                  <Time value={failing.at} />
                </span>
              </span>
              <span className="break-words text-ink-soft">{failing.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function FailingLink({ kind, id, title }: Failing & { readonly title: string | undefined }) {
  return kind === 'sandbox' ? (
    <Link
      className="font-mono text-accent text-xs hover:underline"
      params={{ sandboxId: id }}
      title={id}
      to="/sandboxes/$sandboxId"
    >
      {shortId(id)}
    </Link>
  ) : (
    <Link
      className="min-w-0 truncate font-medium underline-offset-2 hover:underline"
      params={{ conversationId: id }}
      title={id}
      to="/conversations/$conversationId"
    >
      {title ?? shortId(id)}
    </Link>
  );
}
