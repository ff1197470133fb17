import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { sentEvents } from '../../../shared/client/server-sent-events.ts';
import { serviceClock } from '../live/now.ts';
import { live } from '../live/polls.ts';
import { useApi } from '../session/session.ts';
import { SANDBOXES } from './sandbox-queries.ts';

export type LogLine = components['schemas']['LogLine'];
export type LogEnd = components['schemas']['LogEnd']['reason'];
export type Measurement = components['schemas']['Measurement'];
export type LogSource = 'agent' | 'commands';

const PATH = '/api/v1/sandboxes/{sandbox_id}/logs';

/** The lines shown at first, and the most that the page keeps. */
const TAIL = 500;
const MOST_LINES = 5_000;

interface Logs {
  readonly lines: readonly LogLine[];
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Why a followed log ended; undefined while it goes on. */
  readonly end: LogEnd | undefined;
}

const empty: Logs = { lines: [], error: undefined, isLoading: true, end: undefined };

/**
 * The last lines of a sandbox's log. While it is followed, one request brings new lines as they come, and another
 * continues after it.
 */
export function useLogs(sandboxId: string, source: LogSource, isFollowed: boolean, attempt: number): Logs {
  const api = useApi();
  const [logs, setLogs] = useState<Logs>(empty);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const path = { sandbox_id: sandboxId };
    const add = (lines: readonly LogLine[], change: Partial<Logs> = {}) =>
      setLogs((before) => ({
        ...before,
        ...change,
        lines: [...before.lines, ...lines].slice(-MOST_LINES),
        isLoading: false,
      }));
    const read = async () => {
      setLogs(empty);
      const query = { source, tail: TAIL };
      const { items } = await answerOf(api.GET(PATH, { params: { path, query }, signal }));
      if (signal.aborted) return;
      add(items);
      let last = items.at(-1)?.id;
      while (isFollowed && !signal.aborted) {
        const following = { source, follow: true, ...(last === undefined ? { tail: TAIL } : { page_id: last }) };
        const body = await answerOf(api.GET(PATH, { params: { path, query: following }, parseAs: 'stream', signal }));
        if (!body) return;
        for await (const { id, event, data } of sentEvents(body, signal)) {
          last = id ?? last;
          if (event === 'line') add([JSON.parse(data) as LogLine]);
          if (event !== 'end') continue;
          const { reason } = JSON.parse(data) as components['schemas']['LogEnd'];
          if (reason !== 'time_over') return add([], { end: reason });
        }
      }
    };
    read().catch((error: unknown) => signal.aborted || add([], { error }));
    return () => stopped.abort();
  }, [api, sandboxId, source, isFollowed, attempt]);
  return logs;
}

const HOUR = 3_600_000;

/** Each other URL would cost browsers on another origin a preflight request. */
const hourBegin = (time: number): number => Math.floor(time / HOUR) * HOUR;

const hoursAgo = (hours: number): number => serviceClock.now().getTime() - hours * HOUR;

/** Of the last hours, each minute anew while the page is open. */
export function useMeasurements(sandboxId: string, hours: number, isRunning: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [SANDBOXES, 'measurements', sandboxId, hours],
    queryFn: ({ signal }) => {
      const since = new Date(hourBegin(hoursAgo(hours))).toISOString();
      const params = { path: { sandbox_id: sandboxId }, query: { since } };
      return answerOf(api.GET('/api/v1/sandboxes/{sandbox_id}/measurements', { params, signal }));
    },
    select: ({ items, ...page }) => {
      const begin = new Date(hoursAgo(hours)).toISOString();
      return { ...page, items: items.filter(({ time }) => time >= begin) };
    },
    refetchInterval: isRunning && live({ atLeast: 60_000 }),
  });
}
