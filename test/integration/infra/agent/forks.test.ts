import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AgentProcess, aMessage, aStartRequest, waitFor } from './agent-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** Starts a conversation that has answered these messages. */
async function talked(agent: AgentProcess, texts: readonly string[], overrides: Record<string, unknown> = {}) {
  const id = await agent.create({ ...overrides });
  for (const text of texts) {
    await agent.say(id, text);
    await agent.waitForStatus(id, 'finished');
  }
  const { body } = await agent.get(`/api/conversations/${id}/events/search?limit=100`);
  return { id, events: body.items as { id: string; kind: string; source: string }[] };
}

const eventsOf = async (agent: AgentProcess, id: string) =>
  (await agent.get(`/api/conversations/${id}/events/search?limit=100`)).body.items;

describe('a fork of a conversation', () => {
  it('has the whole history under its own id, and both go on independently', async () => {
    const agent = await AgentProcess.shared();
    const { id, events } = await talked(agent, ['one', 'two'], { tags: { team: 'a' } });
    const forkId = randomUUID();

    const { status, body } = await agent.post(`/api/conversations/${id}/fork`, { id: forkId, title: 'A fork' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ id: forkId, title: 'A fork', tags: {}, execution_status: 'idle', metrics: null },
      ...{ forked_from_conversation_id: id, forked_from_event_id: null, stats: { usage_to_metrics: {} } },
    });
    expect(await eventsOf(agent, forkId)).toEqual(events);
    await agent.say(forkId, 'three');
    await agent.waitForStatus(forkId, 'finished');
    expect(await agent.messages(forkId)).toEqual([
      ...['user: one', 'agent: You said: one', 'user: two', 'agent: You said: two'],
      ...['user: three', 'agent: You said: three'],
    ]);
    expect(await eventsOf(agent, id)).toEqual(events);
    expect((await agent.get(`/api/conversations/${id}`)).body.forked_from_conversation_id).toBeNull();
  });

  it('from an event has the branch up to it, with the metrics and tags that the request names', async () => {
    const agent = await AgentProcess.shared();
    const { id, events } = await talked(agent, ['one', 'two']);
    const first = events.find(({ kind, source }) => kind === 'MessageEvent' && source === 'agent');
    const request = { from_event_id: first?.id, reset_metrics: false, tags: { kept: 'yes' } };

    const { status, body } = await agent.post(`/api/conversations/${id}/fork`, request);

    expect(status).toBe(201);
    expect(body).toMatchObject({ title: null, tags: request.tags, forked_from_event_id: first?.id });
    expect(body.leaf_event_id).toBe(first?.id);
    expect(body.stats).toEqual((await agent.get(`/api/conversations/${id}`)).body.stats);
    const copied = await eventsOf(agent, body.id);
    expect(copied.map(({ kind }: { kind: string }) => kind)).toEqual([
      'SystemPromptEvent',
      'MessageEvent',
      'MessageEvent',
    ]);
    expect(events).toEqual(expect.arrayContaining(copied));
    await agent.say(body.id, 'another way');
    await agent.waitForStatus(body.id, 'finished');
    expect((await agent.messages(body.id)).slice(2)).toEqual(['user: another way', 'agent: You said: another way']);
  });

  it('keeps the secrets, sealed for its own id, and not the keys of its agent, also after a restart', async () => {
    const agent = await AgentProcess.start();
    const servers = { search: { url: 'https://mcp.example.com', headers: { Authorization: 'Bearer hidden' } } };
    const { id } = await talked(agent, [], {
      agent: { ...(aStartRequest().agent as object), mcp_config: { mcpServers: servers } },
      secrets: { MY_TOKEN: { kind: 'StaticSecret', value: 'hidden-value' } },
    });

    const { body } = await agent.post(`/api/conversations/${id}/fork`, {});

    await agent.end('SIGKILL');
    const again = await AgentProcess.start({ workspace: agent.workspace });
    for (const [one, key] of [
      [id, 'with'],
      [body.id, 'without'],
    ] as const) {
      await again.say(one, '/run echo "<$MY_TOKEN>"; test "$MY_TOKEN" = hidden-value && touch "$PWD/ok-$?"');
      await again.waitForStatus(one, 'finished');
      const [{ observation }] = (await eventsOf(again, one)).filter((e: { observation?: unknown }) => e.observation);
      expect(observation).toMatchObject({ exit_code: 0, content: [{ text: '<<secret-hidden>>' }] });
      await again.say(one, 'which key');
      await again.waitForStatus(one, 'finished');
      const { body: found } = await again.get(`/api/conversations/${one}/events/search?kind=MessageEvent&source=agent`);
      expect(found.items.at(-1).llm_message.content[0].text).toContain(`(${key} an API key)`);
    }
    const info = await again.get(`/api/conversations/${body.id}`);
    expect(info.body).toMatchObject({ forked_from_conversation_id: id });
    expect(JSON.stringify(info.body)).not.toContain('hidden');
  });

  it('is announced to receivers with its state, without the copied events', async () => {
    const receiver = await WebhookReceiver.start();
    const agent = await AgentProcess.start({
      env: {
        OH_SESSION_API_KEYS_1: 'session-key-one',
        OH_WEBHOOKS_0_BASE_URL: `${receiver.url}/hooks`,
        OH_WEBHOOKS_0_FLUSH_DELAY: '0.1',
      },
    });
    const { id } = await talked(agent, ['one']);
    const { body } = await agent.post(`/api/conversations/${id}/fork`, {});
    await agent.say(body.id, 'two', false);

    await waitFor(() => expect(receiver.events(body.id).length).toBeGreaterThan(2));

    const [state, ...others] = receiver.events(body.id);
    expect(state).toMatchObject({ key: 'full_state', value: { id: body.id } });
    expect(others.map(({ kind }) => kind)).toEqual(['MessageEvent', 'ConversationStateUpdateEvent']);
    const told = receiver.deliveries.filter(({ path }) => path === '/hooks/conversations').map((hook) => hook.body.id);
    expect(new Set(told)).toEqual(new Set([id]));
  });

  it('is refused as agent servers refuse it', async () => {
    const agent = await AgentProcess.shared();
    const { id } = await talked(agent, []);
    const fork = (source: string, body?: unknown) => agent.post(`/api/conversations/${source}/fork`, body);
    const none = randomUUID();

    expect(await fork(id, { id })).toMatchObject({
      status: 409,
      body: { detail: `Conversation with id ${id} already exists` },
    });
    expect(await fork(id, { from_event_id: 'nope' })).toMatchObject({
      status: 404,
      body: { detail: 'Unknown from_event_id: nope' },
    });
    expect(await fork(none, {})).toMatchObject({ status: 404, body: { detail: 'Source conversation not found' } });
    const bad = await fork(id, {
      ...{ id: 'x', title: 't'.repeat(201), tags: { A_b: 'x' }, reset_metrics: 'maybe', from_event_id: 3 },
    });
    expect([bad.status, bad.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).sort()]).toEqual([
      422,
      ['body.from_event_id', 'body.id', 'body.reset_metrics', 'body.tags', 'body.title'],
    ]);
    expect((await fork('no-uuid', {})).status).toBe(422);
    expect((await fork(id, aMessage('ignored'))).status).toBe(201);
    const bare = await fetch(`${agent.baseUrl}/api/conversations/${id}/fork`, {
      method: 'POST',
      headers: { 'X-Session-API-Key': 'session-key-one' },
    });
    expect(bare.status).toBe(201);
  });
});
