import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isOf, type TimelineEvent } from '../../../../../shared/presentation/events/timeline-event.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNotice, Skeleton } from '../../../ui/query-states.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { stored } from '../queries.ts';
import { AgentControls, Confirmation } from './composer/agent-controls.tsx';
import { Composer, useDraft, useSend } from './composer/composer.tsx';
import type { OutgoingMessage } from './composer/outbox.ts';
import { wayOf } from './composer/way-to-agent.ts';
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

/** So much of a message is read out. */
const LONGEST = 300;

/** What the agent has just said, for those who hear the page. Nothing of what was there when the page was opened. */
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

/** The event that the address names, once it is loaded. */
function useLinkedEvent(feed: EventFeed, isLoading: boolean): string | undefined {
  const toast = useToast();
  const search: object = useLocation({ select: (location) => location.search });
  // Another page's rules read the address; an id of digits alone comes as a number.
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
        else toast({ tone: 'warn', title: 'The event of this link is not in the conversation' });
      },
      (error) => toast(failed('The search for the event of this link', error)),
    );
    return () => abort.abort();
  }, [feed, wanted, isLoading, toast]);
  return wanted === undefined ? undefined : found;
}

/** What the agent does: by its events while they come, else by what the service says. */
function useShownStatus(conversation: Conversation, { connection, executionStatus }: FeedState): string | null {
  const { id, execution_status: asked } = conversation;
  const live = connection === 'live' ? executionStatus : undefined;
  const queries = useQueryClient();
  const known = useRef<string | null>(asked);
  known.current = asked;
  // The rest of the page is asked for anew when the agent does something else.
  useEffect(() => {
    if (live !== undefined && live !== known.current) void queries.invalidateQueries({ queryKey: stored.one(id) });
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

/** Kinds of rows of which an answer that is being written will be one. */
const ofAnswers: readonly RowKind[] = ['main', 'messages', 'all'];

/** What the timeline shows, in its order, and how many rows of it have happened. */
function useItems({ rows, kind, search, outgoing, stream }: Options) {
  const searched = useDeferredValue(search);
  const shown = useMemo(() => filterRows(rows, kind, searched), [rows, kind, searched]);
  const isWriting = useSyncExternalStore(stream.subscribe, () => stream.get() !== undefined);
  const isStreamShown = isWriting && searched.trim() === '' && ofAnswers.includes(kind);
  const items = useMemo(
    (): readonly Item[] => [
      ...shown,
      ...outgoing.map((message) => ({ type: 'outgoing' as const, key: message.id, message })),
      // The row itself follows the pieces: the list stays the same while it grows.
      ...(isStreamShown ? [{ type: 'streamed' as const, key: STREAMED, stream }] : []),
    ],
    [shown, outgoing, isStreamShown, stream],
  );
  return { items, shown: shown.length };
}
