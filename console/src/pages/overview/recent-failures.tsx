import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { Conversation, OverviewStart, Sandbox } from '../../api/shapes.ts';
import { shortId } from '../../format/short-id.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { SandboxLink } from '../../ui/resource-link.tsx';
import { Time } from '../../ui/time.tsx';
import { titleOf } from '../conversations/labels.tsx';
import { startsToShow } from '../conversations/queries.ts';
import { FAILURE_DAYS } from './overview-queries.ts';

interface Props {
  /** Undefined if the key cannot see them. */
  readonly sandboxes: readonly Sandbox[] | undefined;
  readonly starts: readonly OverviewStart[] | undefined;
  /** Those of failed starts, and others. */
  readonly conversations: readonly Conversation[] | undefined;
}

/** Recent failures, with what to do about each. */
export function RecentFailures({ sandboxes, starts, conversations }: Props) {
  const titles = new Map(conversations?.map((one) => [one.id, titleOf(one)]));
  const isGone = (id: string) => conversations !== undefined && !titles.has(id);
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
  if (kind === 'sandbox') return <SandboxLink id={id} />;
  return (
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

/** A failure, with the remedy in the words of the service. */
interface Failing {
  readonly kind: 'sandbox' | 'start';
  readonly id: string;
  readonly at: string;
  /** The code of the reason, if there is one. */
  readonly code: string | null;
  readonly detail: string;
}

const SHOWN = 6;

/**
 * Failed starts that were the last of their conversation. A later start that succeeded or is in progress supersedes
 * them.
 */
function failedStarts(starts: readonly OverviewStart[]): readonly OverviewStart[] {
  return startsToShow(starts).filter(({ status }) => status === 'ERROR');
}

/**
 * Recent failures, the latest first. A start that failed with its sandbox is listed once, as the sandbox.
 *
 * @param isGone whether a conversation was deleted, which its starts outlive
 */
export function failuresOf(
  sandboxes: readonly Sandbox[],
  starts: readonly OverviewStart[],
  isGone: (conversationId: string) => boolean = () => false,
): readonly Failing[] {
  const broken = sandboxes.filter(({ status }) => status === 'ERROR');
  const known = new Set(broken.map(({ id }) => id));
  const failed = failedStarts(starts).filter(
    ({ sandbox_id: sandbox, conversation_id: id }) => !(sandbox !== null && known.has(sandbox)) && !isGone(id),
  );
  return [...broken.map(ofSandbox), ...failed.map(ofStart)]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, SHOWN);
}

function ofSandbox({ id, transitions, created_at, status_detail }: Sandbox): Failing {
  const last = transitions.at(-1);
  const detail = status_detail ?? 'No reason was recorded.';
  return { kind: 'sandbox', id, at: last?.time ?? created_at, code: last?.reason ?? null, detail };
}

function ofStart({ conversation_id: id, updated_at: at, detail }: OverviewStart): Failing {
  return { kind: 'start', id, at, code: null, detail: detail ?? 'No reason was recorded.' };
}
