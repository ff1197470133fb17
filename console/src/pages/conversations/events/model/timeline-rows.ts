import { type EventOf, isOf, type TimelineEvent } from './timeline-event.ts';

/** A tool call with what came of it. One of the two may not be loaded, or not be there yet. */
export interface ToolRow {
  readonly type: 'tool';
  readonly key: string;
  readonly action: EventOf<'action'> | undefined;
  readonly result: EventOf<'result'> | undefined;
}

/** An event that stands for itself. */
export interface EventRow {
  readonly type: 'event';
  readonly key: string;
  readonly event: TimelineEvent;
}

export type Row = ToolRow | EventRow;

/** Puts the result of a tool call into the row of the call. */
export function rowsOf(events: readonly TimelineEvent[]): readonly Row[] {
  const rows: Row[] = [];
  const places = new Map<string, number>();
  const put = (row: Row, names: readonly (string | undefined)[]): void => {
    const place = names.map((name) => name && places.get(name)).find((found) => typeof found === 'number');
    const there = typeof place === 'number' ? rows[place] : undefined;
    if (typeof place === 'number' && there?.type === 'tool' && row.type === 'tool') {
      // A call that is announced several times, as agents of other vendors do, is one row, too.
      rows[place] = toolRow(row.action ?? there.action, row.result ?? there.result) ?? there;
      return;
    }
    // The result of a message, such as that of `finish`, only repeats it.
    if (there?.type === 'event' && row.type === 'tool') return;
    for (const name of names) if (name !== undefined) places.set(name, rows.length);
    rows.push(row);
  };
  for (const event of events) {
    if (isOf(event, 'action')) put(toolRow(event, undefined) ?? eventRow(event), [event.id, event.content.callId]);
    else if (isOf(event, 'result')) {
      const { actionId, callId } = event.content;
      put(toolRow(undefined, event) ?? eventRow(event), [actionId, callId]);
    } else put(eventRow(event), isOf(event, 'message') ? [event.id, event.content.callId] : []);
  }
  return rows;
}

/** Rows stay the same objects while their events do, so that what is drawn of them stays, too. */
const made = new WeakMap<TimelineEvent, Row>();

function eventRow(event: TimelineEvent): Row {
  const known = made.get(event);
  if (known?.type === 'event') return known;
  const row: Row = { type: 'event', key: event.id, event };
  made.set(event, row);
  return row;
}

function toolRow(action: EventOf<'action'> | undefined, result: EventOf<'result'> | undefined): ToolRow | undefined {
  const first = action ?? result;
  if (!first) return undefined;
  const known = made.get(first);
  if (known?.type === 'tool' && known.action === action && known.result === result) return known;
  const row: ToolRow = { type: 'tool', key: first.id, action, result };
  made.set(first, row);
  return row;
}
