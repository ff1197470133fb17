import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { type StartedConversation, startConversation } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { newOwner, type Owner } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';
import { anEvent, postEvents, timeAt } from './support/webhooks.ts';

let owner: Owner;
let stranger: Owner;
let conversation: StartedConversation;
/** Older than anything that the agent of the conversation sends, so that they come first. */
const sent = Array.from({ length: 7 }, (_, second) =>
  anEvent({ timestamp: timeAt(second * 1000), kind: second % 2 === 0 ? 'ActionEvent' : 'ObservationEvent' }),
);
const times = { timestamp__gte: '2026-01-05T12:00:00Z', timestamp__lt: '2026-01-05T12:00:07Z' };

beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
  conversation = await startConversation(owner.api);
  const { status } = await postEvents(conversation, sent.toReversed());
  expect(status).toBe(200);
});

const v1 = (path: string) => `/api/v1/conversation/${conversation.id}/events${path}`;
const legacy = (path: string) => `/api/conversations/${conversation.id}${path}`;

describe('events', () => {
  it('are searched by pages, in both orders and both path forms', async () => {
    const query = { ...times, limit: 3 };
    const first = await owner.api.get(v1('/search'), query);
    const second = await owner.api.get(v1('/search'), { ...query, page_id: first.body.next_page_id });
    const newest = await owner.api.get('/api/v1/events/search', {
      ...query,
      conversation_id__eq: conversation.id,
      sort_order: 'TIMESTAMP_DESC',
    });

    expect(first.body.items).toEqual(sent.slice(0, 3));
    expect(second.body.items).toEqual(sent.slice(3, 6));
    expect(newest.body.items).toEqual(sent.slice(4).toReversed());
    const other = { ...query, sort_order: 'TIMESTAMP_DESC', page_id: first.body.next_page_id };
    expectProblem(await owner.api.get(v1('/search'), other), 422, 'validation_failed');
  });

  it('are counted by kind and time, in both path forms', async () => {
    const counts = [
      await owner.api.get(v1('/count'), times),
      await owner.api.get(v1('/count'), { kind__eq: 'ObservationEvent' }),
      await owner.api.get('/api/v1/events/count', {
        ...times,
        conversation_id__eq: conversation.id,
        kind__eq: 'ActionEvent',
      }),
      await owner.api.get(v1('/count'), {
        timestamp__gte: '2026-01-05T14:00:05+02:00',
        timestamp__lt: times.timestamp__lt,
      }),
    ];
    expect(counts.map(({ body }) => body)).toEqual([7, 3, 4, 2]);
    const all = await owner.api.get('/api/v1/events/count', { conversation_id__eq: conversation.id });
    expect(all.body).toBeGreaterThanOrEqual(7);
  });

  it('are read by id, in both path forms', async () => {
    const id = [sent[3]?.id ?? '', randomUUID(), sent[0]?.id ?? ''];

    expect((await owner.api.get(v1(''), { id })).body).toEqual([sent[3], null, sent[0]]);
    const before = await owner.api.get('/api/v1/events', { id, conversation_id__eq: conversation.id });
    expect(before.body).toEqual([sent[3], null, sent[0]]);
    const tooMany = Array.from({ length: 101 }, () => randomUUID());
    expectProblem(await owner.api.get(v1(''), { id: tooMany }), 400, 'too_many_ids');
    expectProblem(await owner.api.get(v1('')), 422, 'validation_failed');
  });

  it('are read by place in the legacy generation', async () => {
    const page = await owner.api.get(legacy('/events'), { start_id: 2, end_id: 6, limit: 2 });
    const last = await owner.api.get(legacy('/events'), { start_id: 0, end_id: 6, limit: 2, reverse: true });

    expect(page.body).toEqual({ events: sent.slice(2, 4), has_more: true });
    expect(last.body).toEqual({ events: [sent[6], sent[5]], has_more: true });
    expectProblem(await owner.api.get(legacy('/events'), { limit: 101 }), 400, 'malformed_request');
  });

  it('are a trajectory, and an archive', async () => {
    const { body } = await owner.api.get(legacy('/trajectory'));
    expect(body.trajectory.slice(0, 7)).toEqual(sent);

    const response = await fetch(`${owner.api.baseUrl}/api/v1/app-conversations/${conversation.id}/download`, {
      headers: { 'X-Session-API-Key': owner.apiKey },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const contents = Object.values(files).map((content) => JSON.parse(strFromU8(content)));
    expect(contents[0]).toMatchObject({ id: conversation.id });
    expect(contents.slice(1, 8)).toEqual(sent);
  });

  it('may be long, and are then kept whole', async () => {
    const text = Array.from({ length: 8_000 }, () => randomUUID()).join('');
    const event = anEvent({ timestamp: timeAt(60_000), text });

    expect((await postEvents(conversation, [event])).status).toBe(200);

    expect((await owner.api.get(v1(''), { id: [event.id] })).body).toEqual([event]);
  });

  it('are nobody else’s, who learns no more than of what never was', async () => {
    const never = randomUUID().replaceAll('-', '');
    for (const [{ api }, id] of [
      [stranger, conversation.id],
      [owner, never],
    ] as const) {
      const paths = [`/api/v1/conversation/${id}/events`, '/api/v1/events'];
      for (const path of paths) {
        const query = { conversation_id__eq: id };
        const event = sent[0]?.id ?? '';
        expect((await api.get(`${path}/search`, query)).body).toEqual({ items: [], next_page_id: null });
        expect((await api.get(`${path}/count`, query)).body).toBe(0);
        expect((await api.get(path, { ...query, id: [event] })).body).toEqual([null]);
      }
      for (const path of [
        `/api/conversations/${id}/events`,
        `/api/conversations/${id}/trajectory`,
        `/api/v1/app-conversations/${id}/download`,
      ]) {
        const answer = await api.get(path);
        expectProblem(answer, 404, 'not_found');
        expect(answer.body.detail).toBe(`Conversation ${id} not found`);
      }
    }
  });

  it('go with their conversation', async () => {
    expect((await owner.api.delete(`/api/v1/app-conversations/${conversation.id}`)).status).toBe(200);

    expect((await owner.api.get(v1('/count'))).body).toBe(0);
    expectProblem(await owner.api.get(legacy('/trajectory')), 404, 'not_found');
    const { status } = await eventually('the webhook answers', () => postEvents(conversation, [anEvent()]));
    expect([200, 401]).toContain(status);
    expect((await owner.api.get(v1('/count'))).body).toBe(0);
  });
});
