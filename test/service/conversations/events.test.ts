import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { anEvent, postEvents, timeAt } from '../../support/service/webhooks.ts';

const owner = await newOwner();
const conversation = await startConversation(owner.api);
/** Older than every event of the agent, so that they come first. */
const sent = Array.from({ length: 7 }, (_, second) =>
  anEvent({ timestamp: timeAt(second * 1000), kind: second % 2 === 0 ? 'ActionEvent' : 'ObservationEvent' }),
);
const times = { timestamp__gte: '2026-01-05T12:00:00Z', timestamp__lt: '2026-01-05T12:00:07Z' };

expect((await postEvents(conversation, sent.toReversed())).status).toBe(200);

const v1 = (path: string) => `/api/v1/conversation/${conversation.id}/events${path}`;
const legacy = (path: string) => `/api/conversations/${conversation.id}${path}`;

describe('the event history', () => {
  it('is searched by pages, in both orders and both path forms', async () => {
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

  it('is available as a trajectory and as an archive', async () => {
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

  it('stores a long event completely', async () => {
    const text = Array.from({ length: 8_000 }, () => randomUUID()).join('');
    const event = anEvent({ timestamp: timeAt(60_000), text });

    expect((await postEvents(conversation, [event])).status).toBe(200);

    expect((await owner.api.get(v1(''), { id: [event.id] })).body).toEqual([event]);
  });

  it('is found by a text in an event of several parts, by its owner alone', async () => {
    const random = Array.from({ length: 26_000 }, () => randomUUID()).join('');
    const content = [{ type: 'text', text: `${random} Straße needle` }];
    const event = anEvent({ timestamp: timeAt(61_000), source: 'user', llm_message: { role: 'user', content } });
    expect((await postEvents(conversation, [event])).status).toBe(200);
    const other = await newOwner();

    for (const path of ['/api/v1/app-conversations/search', '/api/v1/app-conversations']) {
      const { body } = await owner.api.get(path, { text__contains: 'STRASSE NEEDLE' });
      expect(body.items.map(({ id }: { id: string }) => id)).toEqual([conversation.id]);
      expect(body.searched.events).toBeGreaterThan(sent.length);
      expect((await other.api.get(path, { text__contains: 'needle' })).body.items).toEqual([]);
    }
  });

  it('is deleted with its conversation', async () => {
    expect((await owner.api.delete(`/api/v1/app-conversations/${conversation.id}`)).status).toBe(200);

    expect((await owner.api.get(v1('/count'))).body).toBe(0);
    expectProblem(await owner.api.get(legacy('/trajectory')), 404, 'not_found');
    const { status } = await eventually('the webhook answers', () => postEvents(conversation, [anEvent()]));
    expect([200, 401]).toContain(status);
    expect((await owner.api.get(v1('/count'))).body).toBe(0);
  });
});
