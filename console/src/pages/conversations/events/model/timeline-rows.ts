import { type Json, textOf } from '../../../../../../shared/presentation/events/json.ts';
import { repeatsMessage } from '../../../../../../shared/presentation/events/read-event.ts';
import { type EventOf, isOf, type TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import type { CallWithResult } from '../../../../../../shared/presentation/events/tool-call.ts';

export interface ToolRow extends CallWithResult {
  readonly type: 'tool';
  readonly key: string;
}

/** An event that has its own row. */
interface EventRow {
  readonly type: 'event';
  readonly key: string;
  readonly event: TimelineEvent;
}

export type Row = ToolRow | EventRow;

/** A row being built: the parts of a tool call, or an event. */
type Draft = { action?: EventOf<'action'>; result?: EventOf<'result'> } | { readonly event: TimelineEvent };

/** Puts the result of a tool call into the row of the call. */
export function rowsOf(events: readonly TimelineEvent[]): readonly Row[] {
  const drafts: Draft[] = [];
  const byName = new Map<string, Draft>();
  const add = (draft: Draft, names: readonly (string | undefined)[]): void => {
    drafts.push(draft);
    for (const name of names) if (name !== undefined) byName.set(name, draft);
  };
  for (const event of events) {
    const names = namesOf(event);
    const there = names.map((name) => byName.get(name)).find((draft) => draft !== undefined);
    if (isOf(event, 'action')) {
      // Some agents announce a call several times. It is still one row.
      if (there && !('event' in there)) there.action = event;
      else add({ action: event }, names);
    } else if (isOf(event, 'result')) {
      // The result of a message, such as that of `finish`, only repeats it.
      if (there ? 'event' in there : repeatsMessage(event)) continue;
      if (there && !('event' in there)) there.result = event;
      else add({ result: event }, names);
    } else add({ event }, names);
  }
  return drafts.flatMap((draft) => rowOf(draft) ?? []);
}

/** The IDs by which a call and its result find each other. */
function namesOf({ id, content }: TimelineEvent): readonly string[] {
  switch (content.type) {
    case 'action':
    case 'message':
      return [id, content.callId].filter((name) => name !== undefined);
    case 'result':
      return [content.actionId, content.callId].filter((name) => name !== undefined);
    default:
      return [];
  }
}

/** Rows keep their identity while their events do, so that they are not rendered again. */
const made = new WeakMap<TimelineEvent, Row>();

function rowOf(draft: Draft): Row | undefined {
  const first = 'event' in draft ? draft.event : (draft.action ?? draft.result);
  if (!first) return undefined;
  const known = made.get(first);
  if (known && isSame(known, draft)) return known;
  const row: Row =
    'event' in draft
      ? { type: 'event', key: first.id, event: first }
      : { type: 'tool', key: first.id, action: draft.action, result: draft.result };
  made.set(first, row);
  return row;
}

function isSame(row: Row, draft: Draft): boolean {
  if (row.type === 'event') return 'event' in draft;
  return !('event' in draft) && row.action === draft.action && row.result === draft.result;
}

/** The calls without a result at the end of a conversation: those that a confirmation is about. */
export function pendingCalls(rows: readonly Row[]): readonly ToolRow[] {
  const calls: ToolRow[] = [];
  for (const row of rows.toReversed()) {
    if (row.type === 'tool') {
      if (row.action === undefined || row.result !== undefined) break;
      calls.unshift(row);
    } else if (row.event.content.type === 'message') break;
  }
  return calls;
}

/** The risk of the call as the agent rates it, such as `HIGH`. */
export function riskOf({ action }: ToolRow): string | undefined {
  const raw: Json = action?.raw ?? {};
  return textOf(raw.security_risk);
}
