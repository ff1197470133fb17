import { AppError } from '../../platform/errors.ts';
import { KEEP_ALIVE } from '../../platform/event-stream.ts';
import { isResting } from '../sandboxes/record/conditions.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import type { PastTask } from '../sandboxes/record/task-history.ts';
import type { Release } from '../sandboxes/waits/wait-for-status.ts';
import type { Position } from './position.ts';
import {
  type LogQuery,
  lastLines,
  linesOf,
  type PlacedLine,
  type ReadDeps,
  reader,
  startOf,
  tasksOf,
} from './read-logs.ts';

export type EndReason = 'sandbox_ended' | 'key_ended' | 'time_over' | 'too_many_waiting';

export interface FollowDeps extends ReadDeps {
  readonly find: () => Promise<Sandbox | undefined>;
  /** Whether the API key of the request is still valid. */
  readonly isKeyValid: () => Promise<boolean>;
  readonly takePlace: () => Promise<Release | undefined>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Time until this follower must end, in milliseconds. */
  readonly timeLeft: () => number;
  readonly now: () => Date;
}

export interface Texts {
  readonly line: (line: PlacedLine) => string;
  readonly end: (reason: EndReason) => string;
}

/** Pauses between reads, in milliseconds: short while lines come. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 4_000;
const GROWTH = 1.5;

/** How often the sandbox and the API key are read again, in milliseconds. */
export const LOOK_EVERY = 8_000;

/** The log driver delivers the last lines of a task a little after its end, in milliseconds. */
const SETTLES = 6_000;

/** Silence after which a comment is sent, in milliseconds. */
const KEEP_ALIVE_AFTER = 12_000;

/** Time reserved for the end of the response, in milliseconds. */
const RESERVE = 8_000;

/** The lines of a sandbox as server-sent events: those of the past first, then new ones, until it ends. */
export async function* followLines(
  first: Sandbox,
  query: LogQuery & { readonly tail: number | undefined },
  texts: Texts,
  deps: FollowDeps,
): AsyncGenerator<string> {
  let after = query.after;
  if (query.tail !== undefined) {
    const { lines, last } = await lastLines(first, { ...query, limit: query.tail }, deps);
    for (const line of lines) yield texts.line(line);
    after = last ?? newestOf(first);
  }
  const release = await deps.takePlace();
  try {
    yield* followAfter(first, { ...query, after }, texts, { ...deps, mayWait: release !== undefined });
  } finally {
    await release?.();
  }
}

async function* followAfter(
  first: Sandbox,
  query: LogQuery,
  texts: Texts,
  deps: FollowDeps & { readonly mayWait: boolean },
): AsyncGenerator<string> {
  const { now, pause, timeLeft } = deps;
  let sandbox = first;
  let toLines = await linesOf(sandbox, query, deps);
  let current = tasksOf(sandbox, query)[0];
  let read = current && reader(sandbox, current, query, deps);
  let [looked, spoke, wait, isFirst] = [now().getTime(), 0, FIRST_PAUSE, true];
  for (;;) {
    const page = read ? await readOrWait(read, isFirst) : { events: [], isEnd: true, isRead: true };
    isFirst = false;
    for (const event of page.events) {
      const line = toLines(event);
      if (!line) continue;
      yield texts.line(line);
      spoke = now().getTime();
    }
    if (page.events.length > 0) wait = FIRST_PAUSE;
    const time = now().getTime();
    const next = page.isEnd && page.isRead ? taskAfter(sandbox, current, query) : undefined;
    if (next) {
      [current, read] = [next, reader(sandbox, next, query, deps)];
      continue;
    }
    if (time - looked >= LOOK_EVERY) {
      const [isValid, row] = await Promise.all([deps.isKeyValid(), deps.find()]);
      if (!isValid) return yield texts.end('key_ended');
      if (row === undefined) return yield texts.end('sandbox_ended');
      if (row.generation !== sandbox.generation) toLines = await linesOf(row, query, deps);
      [sandbox, looked] = [row, time];
    }
    if (timeLeft() < RESERVE) return yield texts.end('time_over');
    if (!page.isEnd) continue;
    if (page.isRead && isOver(sandbox) && time - endOf(sandbox) >= SETTLES) return yield texts.end('sandbox_ended');
    if (!deps.mayWait) return yield texts.end('too_many_waiting');
    if (time - spoke >= KEEP_ALIVE_AFTER) {
      yield KEEP_ALIVE;
      spoke = time;
    }
    await pause(wait);
    wait = Math.min(wait * GROWTH, LONGEST_PAUSE);
  }
}

/**
 * A log that cannot be read right now has nothing new, and is read again before the next. The first read fails instead,
 * while a status can say so.
 */
async function readOrWait(read: ReturnType<typeof reader>, isFirst: boolean) {
  try {
    return { ...(await read()), isRead: true };
  } catch (error) {
    if (isFirst || !(error instanceof AppError)) throw error;
    return { events: [], isEnd: true, isRead: false };
  }
}

function taskAfter(sandbox: Sandbox, current: PastTask | undefined, query: LogQuery): PastTask | undefined {
  return tasksOf(sandbox, query).find(({ generation }) => generation > (current?.generation ?? 0));
}

/** Whether no task runs or will run, unless the sandbox is resumed. */
function isOver(sandbox: Sandbox): boolean {
  if (sandbox.desired === 'RUNNING') return false;
  return isResting(sandbox) || (sandbox.desired === 'DELETED' && sandbox.task_ended_at !== null);
}

function endOf({ task_ended_at: endedAt }: Sandbox): number {
  return endedAt === null ? 0 : Date.parse(endedAt);
}

function newestOf({ task_history: history = [] }: Sandbox): Position | undefined {
  const newest = history.at(-1);
  return newest && startOf(newest);
}
