import { Search } from 'lucide-react';
import { useId } from 'react';
import { count } from '../../../../../shared/presentation/money.ts';
import { useSilence } from '../../../live/use-connection.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { FeedState } from './feed/event-feed.ts';
import type { Connection } from './feed/live-events.ts';
import { isRowKind, type RowKind, rowKinds } from './model/row-filter.ts';

interface Props {
  readonly state: FeedState;
  readonly kind: RowKind;
  readonly onKind: (kind: RowKind) => void;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onOlder: () => unknown;
  /** How many rows are shown. */
  readonly shown: number;
}

const control = 'min-h-9 min-w-0 rounded-lg border border-line-strong bg-surface px-2.5 text-sm';

/** The source of the events, and the filter of those that are loaded. */
export function EventsToolbar({ state, kind, onKind, search, onSearch, onOlder, shown }: Props) {
  const id = useId();
  const { connection, events, hasOlder, isLoadingOlder } = state;
  const isNarrowed = search !== '' || kind !== 'main';
  return (
    <search
      aria-label="Filter events"
      className="flex flex-wrap items-center gap-2 border-line border-b bg-surface px-3 py-2"
    >
      <ConnectionBadge connection={connection} />
      <p className="min-w-0 flex-1 text-ink-soft text-xs tabular-nums" role="status">
        {isNarrowed && `${count(shown)} shown of `}
        {count(events.length)} {hasOlder ? 'loaded' : events.length === 1 ? 'event' : 'events'}
      </p>
      {isNarrowed && hasOlder && (
        <Button busy={isLoadingOlder} onClick={() => void onOlder()}>
          Load older
        </Button>
      )}
      <label className="sr-only" htmlFor={`${id}-kind`}>
        Show
      </label>
      <select
        className={control}
        id={`${id}-kind`}
        onChange={({ target }) => isRowKind(target.value) && onKind(target.value)}
        value={kind}
      >
        {Object.entries(rowKinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span className="relative min-w-32 grow sm:max-w-64">
        <Search aria-hidden className="-translate-y-1/2 absolute top-1/2 left-2.5 size-4 text-ink-soft" />
        <label className="sr-only" htmlFor={`${id}-search`}>
          Search loaded events
        </label>
        <input
          className={`${control} w-full pl-8`}
          id={`${id}-search`}
          onChange={({ target }) => onSearch(target.value)}
          placeholder="Search loaded events"
          type="search"
          value={search}
        />
      </span>
    </search>
  );
}

const looks = {
  connecting: { tone: 'info', word: 'Connecting', title: 'The console is connecting to the agent.' },
  live: { tone: 'good', word: 'Live', title: 'Events arrive as they happen.' },
  reconnecting: {
    tone: 'warn',
    word: 'Reconnecting',
    title: 'The connection to the agent dropped. No events are lost.',
  },
  history: {
    tone: 'plain',
    word: 'History',
    title: 'The agent is not reachable. Stored events are refreshed every few seconds.',
  },
} as const;

const silent = {
  tone: 'warn',
  word: 'Not updating',
  title: 'The service does not respond. Events are fetched as soon as it does.',
} as const;

function ConnectionBadge({ connection }: { readonly connection: Connection }) {
  const isSilent = useSilence() !== null;
  const { tone, word, title } = isSilent ? silent : looks[connection];
  return (
    <span className="flex" role="status" title={title}>
      <Badge isMoving={!isSilent && connection !== 'history'} tone={tone}>
        {word}
      </Badge>
    </span>
  );
}
