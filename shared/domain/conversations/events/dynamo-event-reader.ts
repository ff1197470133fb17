import { isKnownKind } from '../../../contract/shapes/event-kinds.ts';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { all, any, is } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { countAll, type PageQuery, queryPage } from '../../../platform/aws/pages.ts';
import { reportDamage, rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import { MAX_RESPONSE } from '../../../platform/response-size.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type AgentEvent, eventLimits } from './event.ts';
import {
  COUNTER,
  type Counter,
  EventRow,
  type IndexRow,
  kindCounter,
  logKey,
  partId,
  readCounter,
  readEventRow,
  readIndexRow,
  readPart,
  unpack,
} from './event-rows.ts';
import type { EventFilter, EventReader, EventSearch, EventTally, LogKey } from './event-store.ts';
import { answerable } from './event-text.ts';

export class DynamoEventReader extends TableStore<Tables<'events'>> implements EventReader {
  async search(log: LogKey, { limit, isWhole, ...search }: EventSearch): Promise<Page<AgentEvent>> {
    const query = { ...this.#query(log, search, search), limit, parse: readIndexRow };
    // JSON within JSON can double its size.
    const page = await queryPage(this.documents, { ...query, sizeOf: (row) => 2 * row.event_bytes });
    const found = await this.#readListed(log, idsOf(page.items));
    const items = page.items.flatMap(({ event_id: id, event_bytes: bytes }) => {
      const event = found.get(id);
      return event ? [isWhole ? event : answerable(event, bytes)] : [];
    });
    return { items, next: page.next };
  }

  async seek(log: LogKey, skip: number, newestFirst: boolean): Promise<string | null | undefined> {
    let after: string | null = null;
    for (let left = skip; left > 0; ) {
      const query = this.#query(log, {}, { newestFirst, after });
      const page: Page<IndexRow> = await queryPage(this.documents, { ...query, limit: left, parse: readIndexRow });
      left -= page.items.length;
      after = page.items.at(-1)?.timestamp_sort ?? after;
      if (left > 0 && page.next === null) return undefined;
    }
    return after;
  }

  async count(log: LogKey, filter: EventFilter): Promise<number> {
    const { kind, kinds = kind === undefined ? undefined : [kind], from, before } = filter;
    const isCounted = from === undefined && before === undefined && (kinds === undefined || kinds.every(isKnownKind));
    if (!isCounted) return countAll(this.documents, this.#query(log, filter, { newestFirst: false, after: null }));
    const counter = await this.#counter(log);
    const countOf = (one: string) => Number(counter[kindCounter(one)] ?? 0);
    return kinds === undefined ? counter.total : kinds.reduce((sum, one) => sum + countOf(one), 0);
  }

  async findMany(log: LogKey, ids: readonly string[]): Promise<readonly AgentEvent[]> {
    const events = await this.#read(log, ids, (bytes) => {
      if (bytes <= eventLimits.answerBytes || new Set(ids).size === 1) return;
      throw new AppError('payload_too_large', `These events have ${bytes} bytes in total. Request fewer of them.`);
    });
    return events.length === 1 ? events.map((event) => answerable(event, MAX_RESPONSE)) : events;
  }

  async missing(log: LogKey, ids: readonly string[]): Promise<readonly string[]> {
    const unique = [...new Set(ids)];
    const rows = await batchGet(this.documents, this.tables.events, unique.map(keyIn(log)), {
      attributes: ['event_id'],
    });
    const known = new Set(rows.map((row) => readPresent(row).event_id));
    return unique.filter((id) => !known.has(id));
  }

  async tally(log: LogKey): Promise<EventTally> {
    const { total, in_agent_log: inAgentLog } = await this.#counter(log);
    return { total, inAgentLog };
  }

  async #counter(log: LogKey): Promise<Counter> {
    return readCounter((await getItem(this.documents, this.tables.events, keyIn(log)(COUNTER))) ?? {});
  }

  /** Events never change, so only those that a cheaper, eventually consistent read misses are read consistently. */
  async #readListed(log: LogKey, ids: readonly string[]): Promise<ReadonlyMap<string, AgentEvent>> {
    const { events } = this.tables;
    const stale = await batchGet(this.documents, events, ids.map(keyIn(log)), { isStale: true });
    const found = new Map((await this.#eventsIn(log, stale)).map((event) => [event.id, event]));
    const missing = ids.filter((id) => !found.has(id));
    for (const event of missing.length > 0 ? await this.#read(log, missing) : []) found.set(event.id, event);
    return found;
  }

  async #read(log: LogKey, ids: readonly string[], check?: (bytes: number) => void): Promise<AgentEvent[]> {
    const items = await batchGet(this.documents, this.tables.events, [...new Set(ids)].map(keyIn(log)));
    return this.#eventsIn(log, items, check);
  }

  async #eventsIn(log: LogKey, items: readonly unknown[], check?: (bytes: number) => void): Promise<AgentEvent[]> {
    const rows = items.map(readEventRow);
    check?.(rows.reduce((sum, row) => sum + row.event_bytes, 0));
    return Promise.all(rows.map((row) => this.#eventOf(log, row)));
  }

  async #eventOf(log: LogKey, row: EventRow): Promise<AgentEvent> {
    const packed = row.packed ?? (row.text === undefined ? await this.#partsOf(log, row) : undefined);
    try {
      const event = JSON.parse(packed ? unpack(packed) : String(row.text));
      if (event.id !== row.event_id) throw new Error('another event');
      return event;
    } catch {
      reportDamage('event', { conversation_key: logKey(log), event_id: row.event_id }, ['text']);
      return damagedEvent(row);
    }
  }

  async #partsOf(log: LogKey, { event_id: id, parts = 0, digest = '' }: EventRow): Promise<Uint8Array> {
    const partIds = Array.from({ length: parts }, (_, index) => partId(id, digest, index));
    const found = await batchGet(this.documents, this.tables.events, partIds.map(keyIn(log)));
    const byId = new Map(found.map(readPart).map(({ event_id, part }) => [event_id, part]));
    // What is left of an event without one of its parts does not unpack.
    return Buffer.concat(partIds.flatMap((one) => byId.get(one) ?? []));
  }

  #query(
    log: LogKey,
    { kind, kinds, without = [], from, before }: EventFilter,
    { newestFirst, after }: Pick<EventSearch, 'newestFirst' | 'after'>,
  ): Omit<PageQuery<IndexRow>, 'limit' | 'parse'> {
    const conditions = [
      ...(kind === undefined ? [] : [is('kind', '=', kind)]),
      ...(kinds === undefined ? [] : [any(...kinds.map((one) => is('kind', '=', one)))]),
      ...without.map((one) => is('kind', '<>', one)),
    ];
    return {
      table: this.tables.events,
      index: 'timestamp_index',
      key: { name: 'conversation_key', value: logKey(log) },
      sort: 'timestamp_sort',
      range: { newestFirst, from, before, after },
      consistent: true,
      filter: conditions.length > 0 ? all(...conditions) : undefined,
    };
  }
}

const readPresent = rowReader('event', EventRow.pick({ event_id: true }));

function keyIn(log: LogKey): (id: string) => Record<string, unknown> {
  return (id) => ({ conversation_key: logKey(log), event_id: id });
}

function idsOf(rows: readonly IndexRow[]): string[] {
  return rows.map((row) => row.event_id);
}

/** An event whose content is lost keeps its place. */
function damagedEvent({ event_id: id, kind, timestamp_sort: sort }: EventRow): AgentEvent {
  const detail = 'The content of this event is damaged.';
  return { id, timestamp: sort.split('/')[0] ?? '', kind, source: 'environment', detail };
}
