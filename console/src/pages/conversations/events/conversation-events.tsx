import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { hasNeverStarted } from '../../../../../shared/presentation/conversations.ts';
import { isOf, type TimelineEvent } from '../../../../../shared/presentation/events/timeline-event.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan, useSelf } from '../../../session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice, Skeleton } from '../../../ui/query-states.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { stored } from '../queries.ts';
import { AgentControls, Confirmation } from './composer/agent-controls.tsx';
import { Composer, useDraft, useSend } from './composer/composer.tsx';
import type { OutgoingMessage } from './composer/outbox.ts';
import { neverStarted, wayOf } from './composer/way-to-agent.ts';
import { EventsToolbar } from './events-toolbar.tsx';
import type { AnswerStream } from './feed/answer-stream.ts';
import type { EventFeed, FeedState } from './feed/event-feed.ts';
import { useEventFeed } from './feed/use-event-feed.ts';
import { filterRows, type RowKind } from './model/row-filter.ts';
import { pendingCalls, type Row, rowsOf } from './model/timeline-rows.ts';
import { OpenRows, OpenRowsContext } from './rows/fold.tsx';
import { keepOpen, STREAMED } from './rows/streamed-row.tsx';
import { Timeline } from './timeline.tsx';
import type { Item } from './timeline-item.tsx';

interface Props {
  readonly conversation: Conversation;
}

/**
 * The events of a conversation, and the controls to take part in it. It fills its container. Pass the conversation ID as
 * its key.
 */
export function ConversationEvents({ conversation }: Props) {
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
  const self = useSelf();
  const way = hasNeverStarted(conversation) ? neverStarted : wayOf(conversation.sandbox_status, status, can, self);
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
        // The button with the focus disappears.
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
            {isLoading ? (
              <Skeleton label="Loading events" rows={8} />
            ) : (
              error === null && empty(isNarrowed, conversation)
            )}
          </div>
        )}
        {isWorking && (
          <p className="flex items-center gap-2 px-4 py-2 text-ink-soft text-sm" role="status">
            <SpinnerIcon />
            The agent is working{' '}
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

function empty(isNarrowed: boolean, conversation: Conversation) {
  const [title, text] = isNarrowed
    ? ['No matching events', 'No loaded event matches. Load older events, or change the filter.']
    : hasNeverStarted(conversation)
      ? ['No events: the start failed', 'The reason is above. Try again to start with the same message and settings.']
      : ['No events yet', 'Messages and actions of the agent appear here. Write the first message below.'];
  return (
    <EmptyState icon={MessagesSquare} title={title}>
      {text}
    </EmptyState>
  );
}

/** How many characters of a message are read out. */
const LONGEST = 300;

/** The latest message of the agent, for screen readers. Messages from before the page was opened are not read out. */
function useAnnouncement(events: readonly TimelineEvent[], isLoading: boolean): string {
  const [words, setWords] = useState('');
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (isLoading) return;
    const message = events.findLast((event) => isOf(event, 'message') && event.content.from === 'agent');
    const known = last.current;
    last.current = message?.id ?? '';
    if (known === undefined || message === undefined || known === message.id || !isOf(message, 'message')) return;
    setWords(`Agent: ${message.content.text.slice(0, LONGEST)}`);
  }, [events, isLoading]);
  return words;
}

/** The event in the URL, once it is loaded. */
function useLinkedEvent(feed: EventFeed, isLoading: boolean): string | undefined {
  const toast = useToast();
  const search: object = useLocation({ select: (location) => location.search });
  // Numeric IDs arrive as numbers.
  const given: unknown = 'event' in search ? search.event : undefined;
  const wanted = typeof given === 'string' || typeof given === 'number' ? String(given) : undefined;
  const [found, setFound] = useState<string>();
  useEffect(() => {
    if (wanted === undefined || isLoading) return;
    const abort = new AbortController();
    feed.reveal(wanted, abort.signal).then(
      (isThere) => {
        if (abort.signal.aborted) return;
        if (isThere) setFound(wanted);
        else toast({ tone: 'warn', title: 'The linked event is not in this conversation' });
      },
      (error) => toast(failed('Search for the linked event', error)),
    );
    return () => abort.abort();
  }, [feed, wanted, isLoading, toast]);
  return wanted === undefined ? undefined : found;
}

/** The service learns of a change later than this connection: when to ask it again, in milliseconds. */
const REPORTED_AFTER = [2_000, 10_000];

/** The agent's status, from its live events or else from the service. */
function useShownStatus(conversation: Conversation, { connection, executionStatus }: FeedState): string | null {
  const { id, execution_status: asked } = conversation;
  const live = connection === 'live' ? executionStatus : undefined;
  const queries = useQueryClient();
  const known = useRef<string | null>(asked);
  known.current = asked;
  // The rest of the page is refreshed when the agent's status changes.
  useEffect(() => {
    if (live === undefined || live === known.current) return;
    const refresh = () => void queries.invalidateQueries({ queryKey: stored.one(id) });
    refresh();
    const timers = REPORTED_AFTER.map((delay) => setTimeout(refresh, delay));
    return () => timers.forEach(clearTimeout);
  }, [queries, id, live]);
  return live ?? asked ?? executionStatus ?? null;
}

interface Options {
  readonly rows: readonly Row[];
  readonly kind: RowKind;
  readonly search: string;
  readonly outgoing: readonly OutgoingMessage[];
  readonly stream: AnswerStream;
}

/** The kinds of rows that include a message being written. */
const ofAnswers: readonly RowKind[] = ['main', 'messages', 'all'];

/** The rows of the timeline in order, and how many of them are events. */
function useItems({ rows, kind, search, outgoing, stream }: Options) {
  const searched = useDeferredValue(search);
  const shown = useMemo(() => filterRows(rows, kind, searched), [rows, kind, searched]);
  const isWriting = useSyncExternalStore(stream.subscribe, () => stream.get() !== undefined);
  const isStreamShown = isWriting && searched.trim() === '' && ofAnswers.includes(kind);
  const items = useMemo(
    (): readonly Item[] => [
      ...shown,
      ...outgoing.map((message) => ({ type: 'outgoing' as const, key: message.id, message })),
      // The row subscribes to the stream, so the list does not change while the message grows.
      ...(isStreamShown ? [{ type: 'streamed' as const, key: STREAMED, stream }] : []),
    ],
    [shown, outgoing, isStreamShown, stream],
  );
  return { items, shown: shown.length };
}
