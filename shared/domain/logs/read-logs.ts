import type { SandboxKeys } from '../sandboxes/agent/keys.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { logStreamOf, type PastTask } from '../sandboxes/record/task-history.ts';
import { formsOf } from '../settings/secrets/secret-forms.ts';
import { contentOf, type LineContent, type LineFilter, masked } from './log-line.ts';
import { type PlacedEvent, Placer, type Position } from './position.ts';
import type { Range, TaskLogs } from './task-logs.ts';

export interface ReadDeps {
  readonly logs: TaskLogs;
  readonly keys: Pick<SandboxKeys, 'sessionKey' | 'deliveryKey' | 'initKey' | 'secretKey' | 'accessKey'>;
}

export interface LogQuery extends LineFilter {
  readonly range: Range;
  readonly limit: number;
  /** Continues after this position. */
  readonly after?: Position | undefined;
}

export interface PlacedLine extends LineContent {
  readonly position: Position;
}

export interface LinePage {
  readonly lines: readonly PlacedLine[];
  /** Where the next page begins; undefined at the end of the logs. */
  readonly next: Position | undefined;
  /** After the last event that was read, even one that is not a line of this query. */
  readonly last: Position | undefined;
}

/** The most calls to CloudWatch for one response: each reads up to 1 MB. */
const MOST_CALLS = 12;

/** The most text of a response, in characters. */
const MOST_TEXT = 4_000_000;

/** A page of lines, oldest first, from the logs of all tasks of a sandbox. */
export async function readLines(sandbox: Sandbox, query: LogQuery, deps: ReadDeps): Promise<LinePage> {
  const toLines = await linesOf(sandbox, query, deps);
  const lines: PlacedLine[] = [];
  let [calls, size, last] = [0, 0, query.after];
  for (const task of tasksOf(sandbox, query)) {
    const read = reader(sandbox, task, query, deps);
    for (;;) {
      const { events, isEnd } = await read();
      calls += 1;
      for (const placed of events) {
        last = placed.position;
        const line = toLines(placed);
        if (!line) continue;
        lines.push(line);
        size += line.text.length;
        if (lines.length >= query.limit || size >= MOST_TEXT) return { lines, next: last, last };
      }
      if (isEnd) break;
      if (calls >= MOST_CALLS) return { lines, next: last ?? startOf(task), last };
    }
  }
  return { lines, next: undefined, last };
}

/** The last lines, oldest first. It looks back only so far. */
export async function lastLines(sandbox: Sandbox, query: LogQuery, deps: ReadDeps): Promise<LinePage> {
  const toLines = await linesOf(sandbox, query, deps);
  const lines: PlacedLine[] = [];
  let [calls, size, last] = [0, 0, undefined as Position | undefined];
  for (const task of tasksOf(sandbox, query).toReversed()) {
    for (let token: string | undefined; calls < MOST_CALLS; calls += 1) {
      const page = await deps.logs.backward(logStreamOf(sandbox, task), query.range, token);
      const placed = new Placer(task.generation).place(page.events);
      last ??= placed.at(-1)?.position;
      for (const event of placed.toReversed()) {
        const line = toLines(event);
        if (!line) continue;
        lines.unshift(line);
        size += line.text.length;
        if (lines.length >= query.limit || size >= MOST_TEXT) return { lines, next: undefined, last };
      }
      if (page.next === null) break;
      token = page.next;
    }
  }
  return { lines, next: undefined, last };
}

/** Reads the log of a task on and on. At its end, a later call finds what was printed since. */
export function reader(sandbox: Sandbox, task: PastTask, { range, after }: LogQuery, { logs }: ReadDeps) {
  const placer = new Placer(task.generation, after);
  const since = after?.generation === task.generation ? Math.max(after.time, range.since) : range.since;
  let token: string | undefined;
  return async (): Promise<{ readonly events: readonly PlacedEvent[]; readonly isEnd: boolean }> => {
    const page = await logs.forward(logStreamOf(sandbox, task), { ...range, since }, token);
    token = page.token;
    return { events: placer.place(page.events), isEnd: page.next === null };
  };
}

/** The tasks whose logs a query can concern, oldest first. */
export function tasksOf(sandbox: Sandbox, { range, after }: Pick<LogQuery, 'range' | 'after'>): readonly PastTask[] {
  const history = sandbox.task_history ?? [];
  return history.filter((task, index) => {
    const following = history[index + 1];
    const isOver = following !== undefined && Date.parse(following.at) < range.since;
    return !isOver && task.generation >= (after?.generation ?? 0);
  });
}

export function startOf({ generation }: PastTask): Position {
  return { generation, time: 0, count: 0 };
}

/** Makes lines of events, without the keys of the generation that printed them. */
export async function linesOf(sandbox: Sandbox, filter: LineFilter, { keys }: Pick<ReadDeps, 'keys'>) {
  const generations = [...new Set((sandbox.task_history ?? []).map(({ generation }) => generation))];
  const forms = new Map(
    await Promise.all(
      generations.map(async (one) => [one, await secretForms({ ...sandbox, generation: one }, keys)] as const),
    ),
  );
  return ({ event, position }: PlacedEvent): PlacedLine | undefined => {
    const content = contentOf(event, filter);
    return content && { ...content, text: masked(content.text, forms.get(position.generation) ?? []), position };
  };
}

async function secretForms(sandbox: Sandbox, keys: ReadDeps['keys']): Promise<readonly string[]> {
  if (sandbox.key_id === null) return [];
  const known = await Promise.all([
    ...revisionsOf(sandbox).map((session_revision) => keys.sessionKey({ ...sandbox, session_revision })),
    keys.deliveryKey(sandbox),
    keys.initKey(sandbox),
    keys.secretKey(sandbox),
    keys.accessKey(sandbox),
  ]);
  return known.flatMap(formsOf).toSorted((a, b) => b.length - a.length);
}

/** The latest session keys: lines can be older than a rotation. */
function revisionsOf({ session_revision: latest }: Sandbox): readonly number[] {
  return Array.from({ length: Math.min(latest, REVISIONS_MASKED) }, (_, back) => latest - back);
}

const REVISIONS_MASKED = 20;
