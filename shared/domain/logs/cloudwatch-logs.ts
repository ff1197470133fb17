import {
  type CloudWatchLogsClient,
  FilterLogEventsCommand,
  GetLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { AppError } from '../../platform/errors.ts';
import type { LogEvent, LogPage, MarkedLines, Range, TaskLogs } from './task-logs.ts';

const nothing: LogPage = { events: [], next: null, token: undefined };

/** The log group that all tasks write to. */
export class CloudWatchTaskLogs implements TaskLogs {
  readonly #client: CloudWatchLogsClient;
  readonly #group: string;

  constructor(client: CloudWatchLogsClient, group: string) {
    this.#client = client;
    this.#group = group;
  }

  forward(stream: string, range: Range, token?: string): Promise<LogPage> {
    return this.#read(stream, range, token, true);
  }

  backward(stream: string, range: Range, token?: string): Promise<LogPage> {
    return this.#read(stream, range, token, false);
  }

  async #read(stream: string, range: Range, token: string | undefined, startFromHead: boolean): Promise<LogPage> {
    const answer = await asked(() =>
      this.#client.send(
        new GetLogEventsCommand({
          logGroupName: this.#group,
          logStreamName: stream,
          startFromHead,
          ...timesOf(range),
          ...(token === undefined ? {} : { nextToken: token }),
        }),
      ),
    );
    if (answer === undefined) return nothing;
    const following = startFromHead ? answer.nextForwardToken : answer.nextBackwardToken;
    // The same token again means that there is nothing further.
    const next = following === undefined || following === token ? null : following;
    return { events: eventsOf(answer.events), next, token: following ?? token };
  }
}

/** Searches the same log group. */
export class CloudWatchMarkedLines implements MarkedLines {
  readonly #client: CloudWatchLogsClient;
  readonly #group: string;

  constructor(client: CloudWatchLogsClient, group: string) {
    this.#client = client;
    this.#group = group;
  }

  async search(stream: string, mark: string, range: Range, token?: string): Promise<LogPage> {
    const answer = await asked(() =>
      this.#client.send(
        new FilterLogEventsCommand({
          logGroupName: this.#group,
          logStreamNames: [stream],
          filterPattern: `"${mark}"`,
          ...timesOf(range),
          ...(token === undefined ? {} : { nextToken: token }),
        }),
      ),
    );
    if (answer === undefined) return nothing;
    return { events: eventsOf(answer.events), next: answer.nextToken ?? null, token: answer.nextToken };
  }
}

function timesOf({ since, until }: Range) {
  return { startTime: since, ...(until === undefined ? {} : { endTime: until }) };
}

interface FoundEvent {
  readonly timestamp?: number | undefined;
  readonly message?: string | undefined;
}

function eventsOf(events: readonly FoundEvent[] = []): readonly LogEvent[] {
  return events.map(({ timestamp = 0, message = '' }) => ({ time: timestamp, message }));
}

/** @returns undefined when the stream does not exist: the task has not printed anything, or its log has expired */
async function asked<T>(send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'ResourceNotFoundException') return undefined;
    if (name === 'AccessDeniedException') throw error;
    throw new AppError('unavailable', 'The logs cannot be read right now. Try again.', { cause: error });
  }
}
