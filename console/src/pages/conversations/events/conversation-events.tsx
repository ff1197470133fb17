import { MessagesSquare } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { AgentControls } from './composer/agent-controls.tsx';
import { Composer } from './composer/composer.tsx';
import { Confirmation } from './composer/confirmation.tsx';
import { useDraft } from './composer/draft.ts';
import { useSend } from './composer/use-send.ts';
import { wayOf } from './composer/way-to-agent.ts';
import { EventsToolbar } from './events-toolbar.tsx';
import { useEventFeed } from './feed/use-event-feed.ts';
import { pendingCalls } from './model/pending-calls.ts';
import type { RowKind } from './model/row-filter.ts';
import { rowsOf } from './model/timeline-rows.ts';
import { keepOpen } from './rows/keep-open.ts';
import { OpenRows, OpenRowsContext } from './rows/open-rows.ts';
import { Timeline } from './timeline.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useItems } from './use-items.ts';
import { useLinkedEvent } from './use-linked-event.ts';
import { useShownStatus } from './use-shown-status.ts';

interface Props {
  readonly conversation: Conversation;
}

/** What happens in a conversation, and where one takes part in it. It fills the room that it gets. */
export function ConversationEvents({ conversation }: Props) {
  return <Events conversation={conversation} key={conversation.id} />;
}

function Events({ conversation }: Props) {
  const can = useCan();
  const [openRows] = useState(() => new OpenRows());
  const { feed, state } = useEventFeed(conversation, (final, shown) => keepOpen(openRows, final, shown));
  const { events, isLoading, isLoadingOlder, hasOlder, error } = state;
  const [kind, setKind] = useState<RowKind>('main');
  const [search, setSearch] = useState('');
  const [draft, setDraft] = useDraft(conversation.id);
  const onFailure = (text: string): void => setDraft((written) => [text, written].filter(Boolean).join('\n\n'));
  const sending = useSend({ conversation, feed, events, onFailure });
  const status = useShownStatus(conversation, state);
  const way = wayOf(conversation.sandbox_status, status, can);
  const words = useAnnouncement(events, isLoading);

  const rows = useMemo(() => rowsOf(events), [events]);
  const { items, shown } = useItems({ rows, kind, search, outgoing: sending.outgoing, stream: feed.answer });

  const linked = useLinkedEvent(feed, isLoading);
  useEffect(() => {
    if (linked !== undefined) setKind('all');
  }, [linked]);

  const isWorking = conversation.sandbox_status === 'RUNNING' && status === 'running';
  const isAsking = way.type === 'reject';
  const isNarrowed = search !== '' || (kind !== 'main' && kind !== 'all');
  const field = useRef<HTMLTextAreaElement>(null);
  const controls = (
    <AgentControls
      conversation={conversation}
      executionStatus={status}
      onDone={() => {
        // The button that had the focus goes.
        field.current?.focus();
        void feed.loadNewer();
      }}
    />
  );

  return (
    <OpenRowsContext value={openRows}>
      <section
        aria-label="Events"
        className="flex h-full min-h-0 min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-canvas"
      >
        <EventsToolbar
          kind={kind}
          onKind={setKind}
          onOlder={feed.loadOlder}
          onSearch={setSearch}
          search={search}
          shown={shown}
          state={state}
        />
        {error !== null && (
          <div className="p-3">
            <ErrorNotice error={error} onRetry={hasOlder || isLoading ? feed.loadOlder : feed.loadNewer} />
          </div>
        )}
        {items.length > 0 ? (
          <Timeline
            isLoadingOlder={isLoadingOlder}
            items={items}
            marked={linked}
            onOlder={hasOlder && !isNarrowed && error === null ? feed.loadOlder : undefined}
            openCalls={isWorking ? 'working' : isAsking ? 'asking' : 'over'}
          />
        ) : (
          <div className="min-h-0 flex-1 overflow-y-auto">
            {isLoading ? <Skeleton label="Loading the events" rows={8} /> : error === null && empty(isNarrowed)}
          </div>
        )}
        {isWorking && (
          <p className="flex items-center gap-2 px-4 py-2 text-ink-soft text-sm" role="status">
            <SpinnerIcon />
            The agent works
          </p>
        )}
        {isAsking && <Confirmation calls={pendingCalls(rows)}>{controls}</Confirmation>}
        <Composer
          controls={way.type === 'send' && controls}
          draft={draft}
          error={sending.error}
          field={field}
          onDismiss={sending.dismiss}
          onDraft={setDraft}
          onSend={(text) => sending.send(text, way)}
          way={way}
        />
        <p aria-live="polite" className="sr-only">
          {words}
        </p>
      </section>
    </OpenRowsContext>
  );
}

function empty(isNarrowed: boolean) {
  return (
    <EmptyState icon={<MessagesSquare aria-hidden />} title={isNarrowed ? 'Nothing fits' : 'Nothing has happened yet'}>
      {isNarrowed
        ? 'None of the loaded events fits. Load older ones, or choose another kind.'
        : 'What the agent says and does appears here as it happens. Write the first message below.'}
    </EmptyState>
  );
}
