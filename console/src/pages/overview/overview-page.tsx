import { Link } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { requiredScopes } from '../../../../shared/client/api-types.ts';
import type { Conversation, Overview } from '../../api/shapes.ts';
import { AgentSetup } from '../../data/agent-setup.tsx';
import { useNow } from '../../live/now.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { type OperationName, useCan, useSelf } from '../../session/session.ts';
import { ButtonLink, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { ConversationLink, StatusBadge } from '../conversations/labels.tsx';
import { StartForm } from '../conversations/start/start-form.tsx';
import { useOverview } from './overview-queries.ts';
import { RecentFailures } from './recent-failures.tsx';
import { RunningNow } from './running-now.tsx';
import { Spend } from './spend.tsx';
import { StartsToday } from './starts-today.tsx';

export function OverviewPage() {
  const can = useCan();
  const { isUtc } = usePreferences();
  const today = dayBegin(useNow(), isUtc);
  const query = useOverview(today);
  const { sandboxes, conversations } = query.data ?? {};
  const isNew = conversations?.recent.length === 0 && (sandboxes?.items.length ?? 0) === 0;
  const canStart = can('POST /api/v1/app-conversations');
  const missing = leftOut(can);
  const self = useSelf();
  const start = (
    <ButtonLink icon={Plus} to="/conversations/new">
      Start a conversation
    </ButtonLink>
  );
  return (
    <>
      <PageHeader actions={canStart && !isNew && start} title="Overview" />
      <AgentSetup />
      {isNew && <Welcome />}
      <QueryStates query={query}>{(overview) => <Parts isNew={isNew} overview={overview} today={today} />}</QueryStates>
      {missing.length > 0 && (
        <p className="text-ink-soft text-sm">
          {self} cannot see {missing.join(', ')}.
        </p>
      )}
    </>
  );
}

interface PartsProps {
  readonly overview: Overview;
  readonly today: Date;
  readonly isNew: boolean;
}

/** The parts that the key can see. */
function Parts({ overview, today, isNew }: PartsProps) {
  const { sandboxes, conversations, starts } = overview;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-5">
        {sandboxes && <RunningNow conversations={conversations?.related ?? []} sandboxes={sandboxes} />}
        {(sandboxes || starts) && (
          <RecentFailures conversations={conversations?.related} sandboxes={sandboxes?.items} starts={starts?.items} />
        )}
        {conversations && !isNew && <RecentConversations items={conversations.recent} />}
      </div>
      <div className="grid min-w-0 gap-5">
        {starts && <StartsToday isComplete={starts.is_complete} starts={starts.items} today={today} />}
        <Spend overview={overview} />
      </div>
    </div>
  );
}

const parts = [
  ['running sandboxes', 'GET /api/v1/sandboxes/search'],
  ['starts', 'GET /api/v1/app-conversations/start-tasks/search'],
  ['spend', 'GET /api/v1/usage'],
] as const satisfies readonly (readonly [string, OperationName])[];

/** The parts of the overview that a key cannot see, each with the scope it lacks. */
export function leftOut(can: (operation: OperationName) => boolean): readonly string[] {
  return parts
    .filter(([, operation]) => !can(operation))
    .map(([part, operation]) => `${part} (needs ${requiredScopes[operation]})`);
}

/** The start of the day of a moment, in the reader's time zone or in UTC. */
export function dayBegin(moment: Date, isUtc: boolean): Date {
  const begin = new Date(moment);
  if (isUtc) begin.setUTCHours(0, 0, 0, 0);
  else begin.setHours(0, 0, 0, 0);
  return begin;
}

/** For an owner without conversations. */
function Welcome() {
  const can = useCan();
  return (
    <Card>
      <div className="grid justify-items-start gap-3">
        <MessagesSquare aria-hidden className="size-8 text-accent" />
        <h2 className="font-semibold text-lg">Start your first conversation</h2>
        <p className="max-w-prose text-ink-soft">
          Give an agent a task. It works in its own sandbox while you watch, and its files are kept when the sandbox is
          paused. Running sandboxes, spend and failures then appear here.
        </p>
        {can('POST /api/v1/app-conversations') && (
          <div className="w-full max-w-2xl">
            <StartForm />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {can('GET /api/keys') && (
            <ButtonLink to="/keys" variant="secondary">
              Create API keys
            </ButtonLink>
          )}
          <a className={buttonClasses('secondary')} href="/reference">
            API reference
          </a>
        </div>
      </div>
    </Card>
  );
}

function RecentConversations({ items }: { readonly items: readonly Conversation[] }) {
  return (
    <Card
      actions={
        <Link className="text-accent text-sm hover:underline" to="/conversations">
          All conversations
        </Link>
      }
      title="Recent conversations"
    >
      {items.length === 0 ? (
        <p className="text-ink-soft text-sm">No conversations yet.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {items.map((one) => (
            <li className="flex items-center gap-3 py-2.5 text-sm" key={one.id}>
              <ConversationLink
                className="min-w-0 flex-1 truncate font-medium underline-offset-2 hover:underline"
                conversation={one}
              />
              <StatusBadge conversation={one} />
              <span className="min-w-16 shrink-0 text-right text-ink-soft text-xs">
                <Time value={one.created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
