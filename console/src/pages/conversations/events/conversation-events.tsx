import { MessagesSquare } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { AgentControls } from './composer/agent-controls.tsx';
import { Composer } from './composer/composer.tsx';
import { useDraft } from './composer/draft.ts';
import { useSend } from './composer/use-send.ts';
import { wayOf } from './composer/way-to-agent.ts';
import { EventsToolbar } from './events-toolbar.tsx';
import { useEventFeed } from './feed/use-event-feed.ts';
import { filterRows, type RowKind } from './model/row-filter.ts';
import { rowsOf } from './model/timeline-rows.ts';
import { keepOpen } from './rows/keep-open.ts';
import { OpenRows, OpenRowsContext } from './rows/open-rows.ts';
import { STREAMED } from './rows/streamed-row.tsx';
import { Timeline } from './timeline.tsx';
import type { Item } from './timeline-item.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { useLinkedEvent } from './use-linked-event.ts';

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
  const isWriting = useSyncExternalStore(feed.answer.subscribe, () => feed.answer.get() !== undefined);
  const [kind, setKind] = useState<RowKind>('main');
  const [search, setSearch] = useState('');
  const [draft, setDraft] = useDraft(conversation.id);
  const onFailure = (text: string): void => setDraft((written) => [text, written].filter(Boolean).join('\n\n'));
  const sending = useSend({ conversation, feed, events, onFailure });
  const way = wayOf(conversation.sandbox_status, can);
  const words = useAnnouncement(events, isLoading);

  const rows = useMemo(() => rowsOf(events), [events]);
  const searched = useDeferredValue(search);
  const shown = useMemo(() => filterRows(rows, kind, searched), [rows, kind, searched]);
  const { outgoing } = sending;
  const isStreamShown = isWriting && searched === '' && ['main', 'messages', 'all'].includes(kind);
  const items = useMemo(
    (): readonly Item[] => [
      ...shown,
      ...outgoing.map((message) => ({ type: 'outgoing' as const, key: message.id, message })),
      ...(isStreamShown ? [{ type: 'streamed' as const, key: STREAMED, stream: feed.answer }] : []),
    ],
    [shown, outgoing, isStreamShown, feed],
  );

  const linked = useLinkedEvent(feed, isLoading);
  useEffect(() => {
    if (linked !== undefined) setKind('all');
  }, [linked]);

  const isRunning = conversation.sandbox_status === 'RUNNING';
  const status =
    state.connection === 'live'
      ? (state.executionStatus ?? conversation.execution_status)
      : (conversation.execution_status ?? state.executionStatus ?? null);
  const isWorking = isRunning && status === 'running';
  const isNarrowed = search !== '' || (kind !== 'main' && kind !== 'all');

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
          shown={shown.length}
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
            isWorking={isWorking}
            items={items}
            marked={linked}
            onOlder={hasOlder && !isNarrowed && error === null ? feed.loadOlder : undefined}
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
        <Composer
          controls={
            way.type === 'send' && (
              <AgentControls
                conversation={conversation}
                executionStatus={status}
                onDone={() => void feed.loadNewer()}
              />
            )
          }
          draft={draft}
          error={sending.error}
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
