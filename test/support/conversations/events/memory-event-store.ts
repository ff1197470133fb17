import {
  type AgentEvent,
  distinct,
  type EventLog,
  eventLimits,
  isInAgentLog,
  timeOf,
} from '../../../../shared/domain/conversations/events/event.ts';
import {
  ConversationDeletedError,
  type EventFilter,
  type EventLeases,
  type EventPurge,
  type EventReader,
  type EventSearch,
  type EventTally,
  type EventWriter,
  type LeasePurpose,
  type LogKey,
} from '../../../../shared/domain/conversations/events/event-store.ts';
import { answerable, fittingText } from '../../../../shared/domain/conversations/events/event-text.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { Page } from '../../../../shared/platform/paging.ts';
import { MAX_PAGE } from '../../../../shared/platform/response-size.ts';
import { memoryPage } from '../../platform/memory-page.ts';

interface Row {
  readonly event: AgentEvent;
  readonly text: string;
  readonly createdAt: string;
  readonly sort: string;
}

interface History {
  readonly rows: Map<string, Row>;
  deletedAt: string | null;
  succeeds: string | null;
}

export class MemoryEventStore implements EventWriter, EventReader, EventPurge, EventLeases {
  readonly #histories = new Map<string, History>();
  readonly #leases = new Map<string, { holder: string; until: number }>();
  readonly #now: () => Date;
  #arrived = 0;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  markDeleted(log: LogKey, deletedAt: string): void {
    this.#history(log).deletedAt = deletedAt;
  }

  isDeleted(log: LogKey): boolean {
    return this.#history(log).deletedAt !== null;
  }

  async append(log: EventLog, events: readonly AgentEvent[]): Promise<number> {
    const entries = distinct(events).map((event) => fittingText(event).text);
    const history = this.#history(log);
    if (history.deletedAt !== null && entries.length > 0) {
      if (log.createdAt <= history.deletedAt) throw new ConversationDeletedError('the conversation was deleted');
      Object.assign(history, { deletedAt: null, succeeds: history.deletedAt });
    }
    const fresh = entries.filter((text) => {
      const known = history.rows.get(JSON.parse(text).id);
      return !known || known.createdAt < log.createdAt;
    });
    for (const text of fresh) {
      const event: AgentEvent = JSON.parse(text);
      this.#arrived += 1;
      const sort = `${timeOf(event)}/${String(this.#arrived).padStart(12, '0')}`;
      history.rows.set(event.id, { event, text, createdAt: log.createdAt, sort });
    }
    return fresh.length;
  }

  async search(log: LogKey, { limit, newestFirst, after, isWhole, ...filter }: EventSearch): Promise<Page<AgentEvent>> {
    const page = memoryPage(this.#matching(log, filter), { sortOf: ({ sort }) => sort, newestFirst, limit, after });
    let bytes = 0;
    const end = page.items.findIndex(({ text }, index) => {
      bytes += Buffer.byteLength(text);
      return index > 0 && 2 * bytes > MAX_PAGE;
    });
    const shown = end < 0 ? page.items : page.items.slice(0, end);
    const next = end < 0 ? page.next : (shown.at(-1)?.sort ?? null);
    const eventOf = (text: string) => (isWhole ? JSON.parse(text) : answerable(JSON.parse(text), text.length));
    return { items: shown.map(({ text }) => eventOf(text)), next };
  }

  async seek(log: LogKey, skip: number, newestFirst: boolean): Promise<string | null | undefined> {
    const sorts = [...this.#history(log).rows.values()].map(({ sort }) => sort).toSorted();
    return skip === 0 ? null : (newestFirst ? sorts.toReversed() : sorts)[skip - 1];
  }

  async count(log: LogKey, filter: EventFilter): Promise<number> {
    return this.#matching(log, filter).length;
  }

  async findMany(log: LogKey, ids: readonly string[]): Promise<readonly AgentEvent[]> {
    const found = [...new Set(ids)].flatMap((id) => this.#history(log).rows.get(id)?.text ?? []);
    const bytes = found.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > eventLimits.answerBytes && found.length > 1) throw new AppError('payload_too_large', `${bytes} bytes`);
    return found.map((text) => answerable(JSON.parse(text), bytes));
  }

  async missing(log: LogKey, ids: readonly string[]): Promise<readonly string[]> {
    return [...new Set(ids)].filter((id) => !this.#history(log).rows.has(id));
  }

  async tally(log: LogKey): Promise<EventTally> {
    const events = this.#matching(log, {}).map(({ event }) => event);
    return { total: events.length, inAgentLog: events.filter(isInAgentLog).length };
  }

  async purge(log: LogKey, goesOn: () => boolean): Promise<boolean> {
    const history = this.#history(log);
    const until = history.deletedAt ?? history.succeeds;
    for (const [id, { createdAt }] of history.rows) {
      if (until === null || createdAt > until) continue;
      if (!goesOn()) return false;
      history.rows.delete(id);
    }
    return true;
  }

  async acquire(log: LogKey, purpose: LeasePurpose, holder: string, until: Date): Promise<boolean> {
    const lease = this.#leases.get(leaseKey(log, purpose));
    if (lease && lease.holder !== holder && lease.until > this.#now().getTime()) return false;
    this.#leases.set(leaseKey(log, purpose), { holder, until: until.getTime() });
    return true;
  }

  async release(log: LogKey, purpose: LeasePurpose, holder: string): Promise<void> {
    if (this.#leases.get(leaseKey(log, purpose))?.holder === holder) this.#leases.delete(leaseKey(log, purpose));
  }

  #history(log: LogKey): History {
    const key = `${log.ownerId}/${log.agentConversationId}`;
    const history = this.#histories.get(key) ?? { rows: new Map(), deletedAt: null, succeeds: null };
    this.#histories.set(key, history);
    return history;
  }

  #matching(log: LogKey, { kind, kinds, without = [], from, before }: EventFilter): Row[] {
    return [...this.#history(log).rows.values()].filter(
      ({ event, sort }) =>
        (kind === undefined || event.kind === kind) &&
        (kinds === undefined || kinds.includes(event.kind)) &&
        !without.includes(event.kind) &&
        (from === undefined || sort >= from) &&
        (before === undefined || sort < before),
    );
  }
}

function leaseKey(log: LogKey, purpose: LeasePurpose): string {
  return `${log.ownerId}/${log.agentConversationId}/${purpose}`;
}
