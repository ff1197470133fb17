import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { batchGetConversationEvents } from '../../../../functions/conversations/batch-get-conversation-events.ts';
import { batchGetEvents } from '../../../../functions/conversations/batch-get-events.ts';
import { countConversationEvents } from '../../../../functions/conversations/count-conversation-events.ts';
import { countEvents } from '../../../../functions/conversations/count-events.ts';
import { downloadConversation } from '../../../../functions/conversations/download-conversation.ts';
import { getTrajectory } from '../../../../functions/conversations/get-trajectory.ts';
import { listEvents } from '../../../../functions/conversations/list-events.ts';
import { searchConversationEvents } from '../../../../functions/conversations/search-conversation-events.ts';
import { searchEvents } from '../../../../functions/conversations/search-events.ts';
import { type AgentEvent, logOf } from '../../../../shared/domain/conversations/events/event.ts';
import { anEvent, at, someEvents } from '../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { invoke, invokeStreamed, type TestRequest } from '../../../support/http/invoke.ts';
import { serviceDeps } from '../../../support/service-deps.ts';

type Query = NonNullable<TestRequest['query']>;

async function scene(events: readonly AgentEvent[] = someEvents(5)) {
  const stores = serviceDeps();
  const deps = { ...stores, leases: stores.events };
  const conversation = aConversation();
  const { conversation_id: id } = conversation;
  deps.conversations.put(conversation);
  await deps.events.append(logOf(conversation), events);
  const request = (query: Query, of: string, ownerId: string) => ({
    params: { conversation_id: of },
    query,
    caller: { ownerId },
  });
  const before = (query: Query, of: string, ownerId: string) => ({
    query: { conversation_id__eq: of, ...query },
    caller: { ownerId },
  });
  return {
    deps,
    events,
    conversation,
    id,
    search: (query: Query = {}, of = id, owner = 'ann') =>
      invoke(searchConversationEvents, deps, request(query, of, owner)),
    count: (query: Query = {}, of = id, owner = 'ann') =>
      invoke(countConversationEvents, deps, request(query, of, owner)),
    several: (ids: readonly string[], of = id, owner = 'ann') =>
      invoke(batchGetConversationEvents, deps, request({ id: ids }, of, owner)),
    searchBefore: (query: Query = {}, of = id, owner = 'ann') => invoke(searchEvents, deps, before(query, of, owner)),
    countBefore: (query: Query = {}, of = id, owner = 'ann') => invoke(countEvents, deps, before(query, of, owner)),
    severalBefore: (ids: readonly string[], of = id, owner = 'ann') =>
      invoke(batchGetEvents, deps, before({ id: ids }, of, owner)),
    list: (query: Query = {}, of = id, owner = 'ann') => invoke(listEvents, deps, request(query, of, owner)),
    trajectory: (of = id, owner = 'ann') => invokeStreamed(getTrajectory, deps, request({}, of, owner)),
    download: (of = id, owner = 'ann') => invokeStreamed(downloadConversation, deps, request({}, of, owner)),
  };
}

describe('reading events', () => {
  it('hides a history from other owners even if its rows cannot be read', async () => {
    const { deps, id, search, count, several, list } = await scene();
    const broken = async () => Promise.reject(new Error('a row of no known form'));
    Object.assign(deps.events, { search: broken, count: broken, findMany: broken, tally: broken });

    expect((await search({}, id, 'bob')).body).toEqual({ items: [], next_page_id: null });
    expect((await count({}, id, 'bob')).body).toBe(0);
    expect((await several(['e1'], id, 'bob')).body).toEqual([null]);
    expect((await list({}, id, 'bob')).status).toBe(404);
    expect([(await search()).status, (await count()).status, (await list()).status]).toEqual([500, 500, 500]);
  });

  it('works on both path forms', async () => {
    const { events, search, searchBefore, count, countBefore, several, severalBefore } = await scene();
    const ids = events.slice(0, 2).map(({ id }) => id);

    for (const answer of [await search(), await searchBefore()])
      expect(answer.body).toEqual({ items: events, next_page_id: null });
    for (const answer of [await count(), await countBefore()]) expect(answer.body).toBe(5);
    for (const answer of [await several(ids), await severalBefore(ids)])
      expect(answer.body).toEqual(events.slice(0, 2));
  });

  it('refuses a page id of another query', async () => {
    const { deps, events, search } = await scene();
    const first = await search({ limit: 3, sort_order: 'TIMESTAMP_DESC' });
    const { next_page_id: page_id } = first.body;

    expect(first.body.items).toEqual(events.slice(2).toReversed());
    const second = await search({ limit: 3, sort_order: 'TIMESTAMP_DESC', page_id });
    expect(second.body).toEqual({ items: events.slice(0, 2).toReversed(), next_page_id: null });
    expect((await search({ limit: 3, page_id })).status).toBe(422);
    const other = aConversation();
    deps.conversations.put(other);
    expect((await search({ limit: 3, sort_order: 'TIMESTAMP_DESC', page_id }, other.conversation_id)).status).toBe(422);
  });

  it('accepts a time in any zone', async () => {
    const { events, search, count } = await scene();
    const query = { timestamp__gte: '2026-11-21T14:00:01+02:00', timestamp__lt: '2026-11-21T12:00:03' };

    expect((await search(query)).body.items).toEqual(events.slice(1, 3));
    expect((await count({ ...query, timestamp__gte: '2026-11-21T14:00:01 02:00' })).body).toBe(2);
  });

  it('filters by kind', async () => {
    const { search, count } = await scene([anEvent(), anEvent({ kind: 'PauseEvent', timestamp: at(5) })]);

    expect((await search({ kind__eq: 'PauseEvent' })).body.items).toHaveLength(1);
    expect((await count({ kind__eq: 'PauseEvent' })).body).toBe(1);
  });

  it('returns events in the order of their ids, and null for missing ones', async () => {
    const { events, several } = await scene();
    const [a, b] = events;

    expect((await several([b?.id ?? '', 'unknown', a?.id ?? '', '#count'])).body).toEqual([b, null, a, null]);
  });

  it.each([
    ['no time', { timestamp__gte: 'soon' }, 'query.timestamp__gte'],
    ['no kind', { kind__eq: 'a b' }, 'query.kind__eq'],
    ['no order', { sort_order: 'NEWEST' }, 'query.sort_order'],
    ['too large a page', { limit: 101 }, 'query.limit'],
  ])('refuses %s', async (_, query, field) => {
    const { search } = await scene();
    const answer = await search(query);
    expect([answer.status, answer.body.errors[0].loc.join('.')]).toEqual([422, field]);
  });

  it('requires ids, and refuses more than a hundred', async () => {
    const { several, id, deps } = await scene();
    expect((await several(Array.from({ length: 101 }, (_, index) => `e${index}`))).status).toBe(400);
    const params = { conversation_id: id };
    expect((await invoke(batchGetConversationEvents, deps, { params })).status).toBe(422);
  });

  it('returns 404 for a deleted conversation while its events are being purged', async () => {
    const { deps, conversation, search, count } = await scene();
    await deps.deletions.write({ conversation, parent: null, sandboxChange: null });

    expect([(await search()).body.items, (await count()).body]).toEqual([[], 0]);
  });
});

describe('legacy events', () => {
  it.each([
    ['all of few', {}, [0, 1, 2, 3, 4], false],
    ['a page', { limit: 2 }, [0, 1], true],
    ['a range, both ends included', { start_id: 1, end_id: 3 }, [1, 2, 3], false],
    ['a page of a range', { start_id: 1, end_id: 3, limit: 2 }, [1, 2], true],
    ['the newest first', { reverse: true, limit: 2 }, [4, 3], true],
    ['a range from its end', { reverse: true, start_id: 1, end_id: 3 }, [3, 2, 1], false],
    ['nothing after the end', { start_id: 5 }, [], false],
    ['nothing of an empty range', { start_id: 3, end_id: 2 }, [], false],
    ['whether there are events for a limit of 0', { limit: 0 }, [], true],
    ['a range that ends after the end', { start_id: 3, end_id: 99 }, [3, 4], false],
  ])('returns %s', async (_, query, places, has_more) => {
    const { events, list } = await scene();
    expect((await list(query)).body).toEqual({ events: places.map((place) => events[place]), has_more });
  });

  const bad: readonly Query[] = [{ limit: 101 }, { limit: -1 }, { limit: 'x' }, { start_id: -1 }];
  it.each(bad)('refuse %j with a 400', async (query) => {
    const { list } = await scene();
    const answer = await list(query);
    expect([answer.status, answer.body.message]).toEqual([400, answer.body.detail]);
  });

  it.each([0, 1, 230])('stream a trajectory of %i events', async (count) => {
    const events = someEvents(count);
    const { trajectory } = await scene(events);
    expect((await trajectory()).body).toEqual({ trajectory: events });
  });
});

describe('download', () => {
  it('is an archive of the conversation in order, without its keys', async () => {
    const events = someEvents(120);
    const { id, download } = await scene(events);

    const { status, headers, bytes } = await download();

    expect([status, headers['Content-Type']]).toEqual([200, 'application/zip']);
    const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, JSON.parse(strFromU8(content))]);
    expect(files[0]).toEqual(['meta.json', expect.objectContaining({ id, execution_status: null })]);
    expect(files.slice(1).map(([, event]) => event)).toEqual(events);
    expect(files[1]?.[0]).toBe(`event_000000_${events[0]?.id}.json`);
    expect(Object.keys(files[0]?.[1])).not.toContain('session_api_key');
  });

  it('runs once at a time, and may be repeated after its end', async () => {
    const { deps, conversation, download } = await scene();
    const log = logOf(conversation);
    await deps.leases.acquire(log, 'export', 'another', new Date(deps.now().getTime() + 1_000));

    expect((await download()).status).toBe(409);
    await deps.leases.release(log, 'export', 'another');
    expect([(await download()).status, (await download()).status]).toEqual([200, 200]);
  });

  it('and trajectory of too many events are refused with advice', async () => {
    const { download, trajectory } = await scene(someEvents(10_001));
    for (const answer of [await download(), await trajectory()]) {
      expect(answer.status).toBe(413);
      expect(answer.body.detail).toContain('10001 events');
    }
  });
});
