import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AgentProcess, aMessage } from './agent-process.ts';

interface Event {
  readonly id: string;
  readonly timestamp: string;
}

describe('the events of the reference agent', () => {
  it('contain a message in the form of the protocol', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();

    expect((await agent.say(id, 'hello', false)).body).toEqual({ success: true });

    const { body } = await agent.get(`/api/conversations/${id}/events/search`);
    const [prompt, event, update] = body.items;
    expect(prompt).toMatchObject({ kind: 'SystemPromptEvent', source: 'agent', system_prompt: { type: 'text' } });
    expect(prompt.parent_id).toBeUndefined();
    expect(event).toEqual({
      id: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/),
      parent_id: prompt.id,
      source: 'user',
      kind: 'MessageEvent',
      llm_message: {
        role: 'user',
        content: [{ cache_prompt: false, type: 'text', text: 'hello' }],
        thinking_blocks: [],
      },
      activated_skills: [],
      extended_content: [],
    });
    expect(update).toMatchObject({ parent_id: event.id, key: 'last_user_message_id', value: event.id });
    expect((await agent.get(`/api/conversations/${id}/events/${event.id}`)).body).toEqual(event);
    expect((await agent.get(`/api/conversations/${id}`)).body.last_user_message_id).toBe(event.id);
  });

  it('are returned once each in pages in either order', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await agent.say(id, text, false);
    const path = `/api/conversations/${id}/events/search`;

    const walk = async (order: string) => {
      const seen: Event[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const { body } = await agent.get(`${path}?limit=2&sort_order=${order}&page_id=${next}`);
        seen.push(...body.items);
        next = body.next_page_id;
      }
      return seen.map((event) => event.id);
    };
    const forward = await walk('TIMESTAMP');

    expect(new Set(forward).size).toBe(11);
    expect(await walk('TIMESTAMP_DESC')).toEqual(forward.toReversed());
    expect((await agent.get(`${path}?page_id=unknown`)).status).toBe(400);
    for (const wrong of ['limit=0', 'limit=101', 'sort_order=x', 'timestamp__gte=x']) {
      expect((await agent.get(`${path}?${wrong}`)).status).toBe(422);
    }
  });

  it('are filtered by kind, source, words and time, and counted alike', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create({ initial_message: aMessage('Find the Needle') });
    await agent.waitForStatus(id, 'finished');
    await agent.say(id, 'no such thing');
    await agent.waitForStatus(id, 'finished');
    const found = async (query: string) => {
      const { body } = await agent.get(`/api/conversations/${id}/events/search?${query}`);
      const count = await agent.get(`/api/conversations/${id}/events/count?${query}`);
      expect(count.body).toBe(body.items.length);
      return body.items.length;
    };
    const { body } = await agent.get(`/api/conversations/${id}/events/search?source=user`);
    const second = encodeURIComponent(body.items[1].timestamp);

    expect(await found('kind=MessageEvent')).toBe(4);
    expect(await found('source=user')).toBe(2);
    expect(await found('source=agent&body=needle')).toBe(1);
    expect(await found(`kind=MessageEvent&timestamp__lt=${second}`)).toBe(2);
    expect(await found(`kind=MessageEvent&timestamp__gte=${second}`)).toBe(2);
    expect(await found('kind=NoSuchEvent')).toBe(0);
  });

  it('are read in batches, with null for unknown ids', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    await agent.say(id, 'hello', false);
    const path = `/api/conversations/${id}/events`;
    const event = (await agent.get(`${path}/search`)).body.items[0];

    expect((await agent.get(`${path}?event_ids=${randomUUID()}&event_ids=${event.id}`)).body).toEqual([null, event]);
    expect((await agent.get(`${path}?ids=${event.id}`)).body).toEqual([event]);
    expect((await agent.get(path)).status).toBe(422);
    expect((await agent.get(`${path}?${'ids=x&'.repeat(100)}`)).status).toBe(400);
    expect((await agent.get(`${path}/${randomUUID()}`)).status).toBe(404);
  });

  it('exclude malformed messages, which are refused', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create();
    const path = `/api/conversations/${id}/events`;

    for (const wrong of [
      { role: 'assistant', content: [] },
      { content: [{ type: 'text', text: 5 }] },
      { content: [{ type: 'image', image_urls: 'x' }] },
      { content: 7 },
      { content: [], run: 'yes' },
      [],
    ]) {
      expect((await agent.post(path, wrong)).status).toBe(422);
    }
    expect((await agent.get(`${path}/count`)).body).toBe(0);
  });
});
