import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AgentEvent, EventLog } from '../../../../shared/domain/conversations/events/event.ts';
import type {
  EventLeases,
  EventPurge,
  EventReader,
  EventSearch,
  EventWriter,
  LogKey,
} from '../../../../shared/domain/conversations/events/event-store.ts';
import { walk } from '../../http/walk.ts';
import { aPicture } from '../pictures.ts';
import { aLog, anEvent, aStateUpdate, at, someEvents } from './event-data.ts';

export interface EventsFixture {
  readonly writer: EventWriter;
  readonly reader: EventReader;
  readonly purge: EventPurge;
  readonly leases: EventLeases;
  readonly markDeleted: (log: LogKey, deletedAt: string) => Promise<void>;
}

const oldestFirst = { newestFirst: false, limit: 100, after: null } as const;
const always = () => true;

export function eventStoreSuite(fixture: () => EventsFixture): void {
  const append = (log: EventLog, events: readonly AgentEvent[]) => fixture().writer.append(log, events);
  const search = async (log: LogKey, more: Partial<EventSearch> = {}) =>
    (await fixture().reader.search(log, { ...oldestFirst, ...more })).items;
  const total = async (log: LogKey) => (await fixture().reader.tally(log)).total;

  describe('add', () => {
    it('keeps each event unchanged, in the order of time', async () => {
      const log = aLog();
      const events = [...someEvents(5), anEvent({ timestamp: at(9_000), nested: { a: [1, null, { b: 'ü🙂' }] } })];

      expect(
        await append(
          log,
          [3, 0, 5, 2, 1, 4].flatMap((index) => events[index] ?? []),
        ),
      ).toBe(6);

      expect(await search(log)).toEqual(events);
      expect(await search(log, { newestFirst: true })).toEqual(events.toReversed());
    });

    it('keeps events of one time in the order in which they arrived', async () => {
      const log = aLog();
      const events = Array.from({ length: 30 }, () => anEvent());

      await append(log, events);

      expect(await search(log)).toEqual(events);
    });

    it('keeps a repeated event once, whatever arrives with it', async () => {
      const log = aLog();
      const [a, b, c] = someEvents(3);
      if (!a || !b || !c) throw new Error('no events');

      expect(await append(log, [a, b, a])).toBe(2);
      expect(await append(log, [b, c])).toBe(1);
      expect(await append(log, [a, b, c])).toBe(0);
      expect(await append(log, [])).toBe(0);

      expect([await search(log), await total(log)]).toEqual([[a, b, c], 3]);
    });

    it('keeps an exact count when batches overlap concurrently', async () => {
      const log = aLog();
      const events = someEvents(40);
      const batches = Array.from({ length: 8 }, (_, index) => events.slice(index * 4, index * 4 + 12));

      const added = await Promise.all(batches.map((batch) => append(log, batch)));

      expect(added.reduce((sum, count) => sum + count, 0)).toBe(40);
      expect([await total(log), (await search(log)).length]).toEqual([40, 40]);
    });

    it('keeps more events than one transaction takes', async () => {
      const log = aLog();
      expect(await append(log, someEvents(130))).toBe(130);
      expect(await total(log)).toBe(130);
    });

    it('keeps long events unchanged', async () => {
      const log = aLog();
      const text = randomBytes(600_000).toString('base64');
      const events = [anEvent({ text }), anEvent({ timestamp: at(5), text: 'x'.repeat(500_000) })];

      expect([await append(log, events), await append(log, events)]).toEqual([2, 0]);

      expect(await search(log)).toEqual(events);
      expect(await fixture().reader.findMany(log, [events[0]?.id ?? ''])).toEqual([events[0]]);
    });

    it('keeps an event over the size limit with shortened texts', async () => {
      const log = aLog();
      const event = anEvent({ text: 'x'.repeat(3_000_000), short: 'kept' });

      expect(await append(log, [event])).toBe(1);

      const [kept] = await search(log);
      expect(kept).toMatchObject({ id: event.id, timestamp: event.timestamp, kind: event.kind, short: 'kept' });
      expect(String(kept?.text)).toMatch(/^x+\n\[2900000 characters omitted\]\nx+$/);
    });

    it('keeps pictures whole, and shortens the text beside them', async () => {
      const log = aLog();
      const event = anEvent({ llm_message: { content: [{ type: 'image', image_urls: [aPicture(4_000_000)] }] } });
      const wordy = anEvent({ timestamp: at(5), image_urls: [aPicture(3_000_000)], text: 'x'.repeat(3_000_000) });

      await append(log, [event, wordy]);

      const pages = await walk((after) => fixture().reader.search(log, { newestFirst: false, limit: 10, after }));
      expect(pages.map((page) => page.length)).toEqual([1, 1]);
      expect(pages[0]).toEqual([event]);
      expect(pages[1]).toMatchObject([{ image_urls: wordy.image_urls, text: expect.stringContaining('omitted') }]);
    });

    it('keeps a picture that no response could hold, for streams', async () => {
      const log = aLog();
      const event = anEvent({ image_urls: [aPicture(5_242_880)] });
      await append(log, [event]);

      const query = { newestFirst: false, limit: 10, after: null };
      const remark = "[Picture of 5.2 MB not shown. The conversation's download and trajectory hold it.]";
      expect(await search(log)).toMatchObject([{ image_urls: [remark] }]);
      expect(await fixture().reader.findMany(log, [event.id])).toMatchObject([{ image_urls: [remark] }]);
      expect((await fixture().reader.search(log, { ...query, isWhole: true })).items).toEqual([event]);
    });

    it('leaves out pictures of more than 9 MB in one event', async () => {
      const log = aLog();
      await append(log, [anEvent({ image_urls: [aPicture(4_000_000), aPicture(4_000_000)], text: 'kept' })]);

      const remark = '[Picture of 4.0 MB not shown. An event can hold pictures of 9 MB.]';
      expect(await search(log)).toMatchObject([{ image_urls: [remark, remark], text: 'kept' }]);
    });
  });

  describe('find', () => {
    it('returns pages that join without a gap, in both orders', async () => {
      const log = aLog();
      const events = someEvents(25);
      await append(log, events);

      for (const newestFirst of [false, true]) {
        const pages = await walk((after) => fixture().reader.search(log, { newestFirst, limit: 7, after }));
        expect(pages.map((page) => page.length)).toEqual([7, 7, 7, 4]);
        expect(pages.flat()).toEqual(newestFirst ? events.toReversed() : events);
      }
    });

    it('returns fewer events on a page when they are longer', async () => {
      const log = aLog();
      const events = someEvents(4, { text: 'x'.repeat(900_000) });
      await append(log, events);

      const pages = await walk((after) => fixture().reader.search(log, { ...oldestFirst, after }));

      expect(pages.map((page) => page.length)).toEqual([2, 2]);
      expect(pages.flat()).toEqual(events);
    });

    it('returns events of a kind and of a time range, to the microsecond', async () => {
      const log = aLog();
      const times = ['12:00:00', '12:00:00.000001', '12:00:00.5', '12:00:01'].map((time) => `2026-11-21T${time}`);
      const events = times.map((timestamp, index) =>
        anEvent({ timestamp, kind: index % 2 === 0 ? 'MessageEvent' : 'ActionEvent' }),
      );
      await append(log, events);
      const from = '2026-11-21T12:00:00.000001Z';
      const before = '2026-11-21T12:00:01.000000Z';

      expect(await search(log, { from, before })).toEqual(events.slice(1, 3));
      expect(await search(log, { kind: 'ActionEvent' })).toEqual([events[1], events[3]]);
      expect(await search(log, { kind: 'ActionEvent', before })).toEqual([events[1]]);
      expect(await search(log, { without: ['MessageEvent', 'PauseEvent'] })).toEqual([events[1], events[3]]);
      expect(await search(log, { from: before, before: from })).toEqual([]);
    });

    it('treats times of different zones as the same instant', async () => {
      const log = aLog();
      const times = ['2026-11-21T14:00:00+02:00', '2026-11-21T12:00:01', '2026-11-21T12:00:02Z'];
      await append(log, times.map((timestamp) => anEvent({ timestamp })).toReversed());

      expect((await search(log)).map(({ timestamp }) => timestamp)).toEqual(times);
    });

    it('returns several events by id, and which are missing', async () => {
      const log = aLog();
      const [a, b, c] = someEvents(3);
      if (!a || !b || !c) throw new Error('no events');
      await append(log, [a, b]);

      const found = await fixture().reader.findMany(log, [b.id, c.id, a.id, b.id]);

      expect(found).toHaveLength(2);
      expect(found).toEqual(expect.arrayContaining([a, b]));
      expect(await fixture().reader.missing(log, [a.id, c.id, c.id])).toEqual([c.id]);
    });

    it('refuses too many ids for one response', async () => {
      const log = aLog();
      const events = someEvents(4, { text: 'x'.repeat(1_500_000) });
      await append(log, events);

      const read = fixture().reader.findMany(
        log,
        events.map(({ id }) => id),
      );

      await expect(read).rejects.toMatchObject({ code: 'payload_too_large' });
    });

    it('returns an event by its position', async () => {
      const log = aLog();
      const events = someEvents(12);
      await append(log, events);
      const { reader } = fixture();

      const behindFive = await reader.seek(log, 5, false);
      const newest = await reader.seek(log, 3, true);

      expect(await reader.seek(log, 0, false)).toBeNull();
      expect(await reader.seek(log, 13, false)).toBeUndefined();
      expect(await search(log, { after: behindFive ?? null })).toEqual(events.slice(5));
      expect(await search(log, { after: newest ?? null, newestFirst: true })).toEqual(events.slice(0, 9).toReversed());
    });

    it('returns no event of another conversation or owner', async () => {
      const log = aLog();
      const strangers = [aLog({ agentConversationId: log.agentConversationId }), aLog({ ownerId: log.ownerId })];
      const events = someEvents(2);
      await append(log, events);

      for (const other of strangers) {
        expect(await search(other)).toEqual([]);
        expect(await fixture().reader.count(other, {})).toBe(0);
        expect(
          await fixture().reader.findMany(
            other,
            events.map(({ id }) => id),
          ),
        ).toEqual([]);
      }
    });
  });

  it('counts all events, those of a kind, those of a time range, and those that the agent keeps as well', async () => {
    const log = aLog();
    const kinds = ['MessageEvent', 'ActionEvent', 'NewKindOfEvent', 'MessageEvent'];
    await append(log, [
      ...kinds.map((kind, index) => anEvent({ kind, timestamp: at(index * 1000) })),
      aStateUpdate('full_state', {}),
      aStateUpdate('execution_status', 'idle'),
    ]);
    const { reader } = fixture();

    expect(await reader.count(log, {})).toBe(6);
    expect(await reader.count(log, { kind: 'MessageEvent' })).toBe(2);
    expect(await reader.count(log, { kind: 'NewKindOfEvent' })).toBe(1);
    expect(await reader.count(log, { kind: 'PauseEvent' })).toBe(0);
    expect(await reader.count(log, { from: '2026-11-21T12:00:01.000000Z' })).toBe(3);
    expect(await reader.count(log, { kind: 'MessageEvent', before: '2026-11-21T12:00:01.000000Z' })).toBe(1);
    expect(await reader.tally(log)).toEqual({ total: 6, inAgentLog: 5 });
  });

  describe('a deleted conversation', () => {
    const deletedAt = '2026-11-21T13:00:00.000Z';

    it('drops old and late events', async () => {
      const log = aLog();
      await append(log, [...someEvents(60), anEvent({ text: randomBytes(600_000).toString('base64') })]);
      await fixture().markDeleted(log, deletedAt);

      await expect(append(log, someEvents(2))).rejects.toMatchObject({ name: 'ConversationDeletedError' });
      expect(await fixture().purge.purge(log, always)).toBe(true);

      expect(await search(log)).toEqual([]);
      await expect(append(log, someEvents(2))).rejects.toMatchObject({ name: 'ConversationDeletedError' });
    });

    it('stops its purge when the time is over, and continues later', async () => {
      const log = aLog();
      await append(log, someEvents(60));
      await fixture().markDeleted(log, deletedAt);
      let steps = 1;

      expect(await fixture().purge.purge(log, () => steps-- > 0)).toBe(false);
      expect((await search(log)).length).toBeGreaterThan(0);
      expect(await fixture().purge.purge(log, always)).toBe(true);
      expect(await search(log)).toEqual([]);
    });

    it('may be followed by one with the same id, and the purge removes only the old events', async () => {
      const log = aLog();
      const successor = { ...log, createdAt: '2026-11-21T13:00:00.001Z' };
      await append(log, someEvents(3));
      await fixture().markDeleted(log, deletedAt);
      const events = someEvents(2);

      expect(await append(successor, events)).toBe(2);
      expect(await fixture().purge.purge(log, always)).toBe(true);

      expect(await search(successor)).toEqual(events);
    });

    it('stores a repeated event for the successor, even during the purge', async () => {
      const log = aLog();
      const successor = { ...log, createdAt: '2026-11-21T13:00:00.001Z' };
      const events = someEvents(60);
      await append(log, events);
      await fixture().markDeleted(log, deletedAt);

      const [, added] = await Promise.all([fixture().purge.purge(log, always), append(successor, events)]);
      expect(await fixture().purge.purge(log, always)).toBe(true);

      expect(added).toBe(60);
      expect(await search(successor)).toEqual(events);
      expect(await fixture().reader.tally(successor)).toMatchObject({ total: 60 });
    });

    it('is the only one whose events a purge removes', async () => {
      const log = aLog();
      const events = someEvents(3);
      await append(log, events);

      expect(await fixture().purge.purge(log, always)).toBe(true);

      expect(await search(log)).toEqual(events);
    });
  });

  it('lease has one holder per history at a time', async () => {
    const log = aLog();
    const { leases } = fixture();
    const [later, past] = [new Date(Date.now() + 60_000), new Date(Date.now() - 1)];

    expect(await leases.acquire(log, 'export', 'a', later)).toBe(true);
    expect(await leases.acquire(log, 'export', 'b', later)).toBe(false);
    expect(await leases.acquire(log, 'backfill', 'b', later)).toBe(true);
    await leases.release(log, 'export', 'b');
    expect(await leases.acquire(log, 'export', 'b', later)).toBe(false);
    await leases.release(log, 'export', 'a');
    expect(await leases.acquire(log, 'export', 'b', past)).toBe(true);
    expect(await leases.acquire(log, 'export', 'c', later)).toBe(true);
  });
}
