import { Download, RefreshCw, WrapText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { type LogEnd, type LogLine, type LogSource, useLogs } from '../../../data/sandbox-logs.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { printed } from '../printed.ts';

const ends: Readonly<Record<LogEnd, string>> = {
  sandbox_ended: 'The sandbox is not running. New lines appear after its next start.',
  key_ended: 'The API key is no longer valid.',
  time_over: 'The log is no longer followed.',
  too_many_waiting: 'Too many requests are waiting, so the log is not followed. Try again in a few seconds.',
};

const textOf = ({ text }: LogLine): string => printed(text);

/** The log of the agent server or of commands, with search, follow and download. */
export function LogCard({ sandboxId, isRunning }: { readonly sandboxId: string; readonly isRunning: boolean }) {
  const [source, setSource] = useState<LogSource>('agent');
  const [isFollowed, setFollowed] = useState(false);
  const [isWrapped, setWrapped] = useState(true);
  const [search, setSearch] = useState('');
  const [attempt, setAttempt] = useState(0);
  const { lines, error, isLoading, end } = useLogs(sandboxId, source, isFollowed, attempt);
  const wanted = search.trim().toLowerCase();
  const found = wanted === '' ? lines : lines.filter((line) => textOf(line).toLowerCase().includes(wanted));
  const download = () => {
    const text = lines.map((line) => `${line.time} ${textOf(line)}\n`).join('');
    saveFile(new Blob([text], { type: 'text/plain' }), `${sandboxId}-${source}.log`);
  };
  return (
    <Card
      actions={
        <span className="flex flex-wrap gap-1">
          <Button aria-pressed={isWrapped} icon={WrapText} onClick={() => setWrapped(!isWrapped)} variant="quiet">
            Wrap
          </Button>
          <Button disabled={lines.length === 0} icon={Download} onClick={download} variant="quiet">
            Download
          </Button>
          <Button icon={RefreshCw} onClick={() => setAttempt(attempt + 1)} variant="quiet">
            Refresh
          </Button>
        </span>
      }
      title="Logs"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3 text-sm">
        <label className="flex items-center gap-2">
          Source
          <select
            className="min-h-9 rounded-lg border border-line-strong bg-surface px-2"
            onChange={({ target }) => setSource(target.value === 'commands' ? 'commands' : 'agent')}
            value={source}
          >
            <option value="agent">Agent server</option>
            <option value="commands">Commands</option>
          </select>
        </label>
        <label className="flex min-w-32 flex-1 items-center gap-2">
          <span className="sr-only">Search in these lines</span>
          <input
            className="min-h-9 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3"
            onChange={({ target }) => setSearch(target.value)}
            placeholder="Search in these lines"
            type="search"
            value={search}
          />
        </label>
        <label className="flex min-h-9 items-center gap-2">
          <input checked={isFollowed} onChange={({ target }) => setFollowed(target.checked)} type="checkbox" />
          Follow
        </label>
      </div>
      <Lines isFollowed={isFollowed} isWrapped={isWrapped} lines={found} />
      <p aria-live="polite" className="pt-2 text-ink-soft text-xs">
        {statusOf({
          isLoading,
          error,
          end,
          found: found.length,
          all: lines.length,
          isSearched: wanted !== '',
          isRunning,
        })}
      </p>
    </Card>
  );
}

interface Status {
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly end: LogEnd | undefined;
  readonly found: number;
  readonly all: number;
  readonly isSearched: boolean;
  readonly isRunning: boolean;
}

function statusOf({ isLoading, error, end, found, all, isSearched, isRunning }: Status): string {
  if (error !== undefined) return `${failureOf(error).title}: ${failureOf(error).detail}`;
  if (isLoading) return 'Loading…';
  if (isSearched) return `${found} of ${all} lines match.`;
  if (all === 0) return isRunning ? 'Nothing was printed yet.' : 'There are no lines.';
  return end === undefined ? `The last ${all} lines.` : ends[end];
}

interface LinesProps {
  readonly lines: readonly LogLine[];
  readonly isWrapped: boolean;
  readonly isFollowed: boolean;
}

/** Scrolls to new lines while the log is followed, unless a person has scrolled up. */
function Lines({ lines, isWrapped, isFollowed }: LinesProps) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line can need another place
  useEffect(() => {
    const { current } = box;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [lines, isFollowed]);
  if (lines.length === 0) return null;
  return (
    <pre
      aria-label="Log lines"
      className={classes(
        'max-h-96 overflow-auto rounded-lg border border-line bg-canvas p-3 font-mono text-xs leading-5',
        isWrapped && 'whitespace-pre-wrap break-words',
      )}
      data-inset
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 20;
      }}
      ref={box}
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it with the keyboard
      tabIndex={0}
    >
      {lines.map((line) => (
        <span className={classes('block', line.stream === 'stderr' && 'text-bad')} key={line.id}>
          <time className="select-none text-ink-soft" dateTime={line.time}>
            {line.time.slice(11, 19)}{' '}
          </time>
          {textOf(line)}
        </span>
      ))}
    </pre>
  );
}
