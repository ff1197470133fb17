import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { endsOf, endWords } from '../../../../shared/presentation/sandboxes.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import type { Conversation, Overview, Sandbox } from '../../api/shapes.ts';
import { useNow } from '../../live/now.ts';
import { Card } from '../../ui/card.tsx';
import { SandboxLink } from '../../ui/resource-link.tsx';
import { Time } from '../../ui/time.tsx';
import { ConversationLink } from '../conversations/labels.tsx';
import { SandboxMenu } from '../sandboxes/sandbox-actions.tsx';
import { isLeftBehind, phaseOf, SandboxBadge } from '../sandboxes/sandbox-state.tsx';
import { LOOKED_AT } from './overview-queries.ts';

const SHOWN = 6;

interface Props {
  readonly sandboxes: NonNullable<Overview['sandboxes']>;
  /** Those of the shown sandboxes, and others. */
  readonly conversations: readonly Conversation[];
}

/** The starting and running sandboxes, with their conversations. */
export function RunningNow({ sandboxes, conversations }: Props) {
  const all = sandboxes.items.filter(isAtWork);
  const shown = all.slice(0, SHOWN);
  const isCut = !sandboxes.is_complete;
  return (
    <Card
      actions={
        <Link className="text-accent text-sm hover:underline" to="/sandboxes">
          All sandboxes
        </Link>
      }
      title={all.length === 0 ? 'Running now' : `Running now: ${all.length}`}
    >
      {shown.length === 0 ? (
        <p className="text-ink-soft text-sm">No sandboxes are running. Only saved workspaces are billed.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {shown.map((sandbox) => (
            <Running
              conversations={conversations.filter(({ sandbox_id: id }) => id === sandbox.id)}
              key={sandbox.id}
              sandbox={sandbox}
            />
          ))}
        </ul>
      )}
      {(all.length > SHOWN || isCut) && (
        <p className="pt-3 text-ink-soft text-xs">
          {all.length > SHOWN && `${all.length - SHOWN} more are running. `}
          {isCut && `Only the ${LOOKED_AT} newest sandboxes are checked.`}
        </p>
      )}
    </Card>
  );
}

interface RunningProps {
  readonly sandbox: Sandbox;
  readonly conversations: readonly Conversation[];
}

function Running({ sandbox, conversations }: RunningProps) {
  const now = useNow();
  const { phase, since } = phaseOf(sandbox);
  const [first, ...others] = conversations;
  const next = endsOf(sandbox)[0];
  return (
    <li className="flex items-start gap-2 py-2.5 text-sm">
      <div className="grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-[1fr_auto]">
        <span className="flex min-w-0 items-baseline gap-2">
          {first ? (
            <ConversationLink
              className="truncate font-medium underline-offset-2 hover:underline"
              conversation={first}
            />
          ) : (
            <span className="truncate text-ink-soft">No conversation</span>
          )}
          {others.length > 0 && (
            <span className="whitespace-nowrap text-ink-soft text-xs">and {others.length} more</span>
          )}
        </span>
        <span className="sm:justify-self-end">
          <SandboxBadge phase={phase} status={sandbox.status} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-ink-soft text-xs">
          <SandboxLink id={sandbox.id} />
          <span>{sandbox.sandbox_spec_id}</span>
          <span>for {duration(Math.max(0, now.getTime() - Date.parse(since)))}</span>
        </span>
        {next && (
          <span className="text-ink-soft text-xs sm:justify-self-end">
            {endWords[next.name]} <Time as="deadline" value={next.at} />
          </span>
        )}
        {isLeftBehind(sandbox, conversations) && (
          <span className="flex items-baseline gap-1.5 text-warn text-xs sm:col-span-full">
            <TriangleAlert aria-hidden className="size-3.5 shrink-0 self-center" />
            The conversation failed to start, but its sandbox still runs and costs money. Pause or delete it, or open it
            to find out why.
          </span>
        )}
      </div>
      <SandboxMenu sandbox={sandbox} />
    </li>
  );
}

function isAtWork({ status }: Pick<Sandbox, 'status'>): boolean {
  return status === 'STARTING' || status === 'RUNNING';
}
