import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  askAgent,
  reached,
  startConversation,
  waitForAnswer,
  waitForSandbox,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import {
  anEvent,
  deliveryKeyOf,
  post,
  postEvents,
  postHook,
  postWith,
  timeAt,
} from '../../support/service/webhooks.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
const conversation = await startConversation(owner.api);

const events = `/api/v1/conversation`;
const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);
const view = async (id = conversation.id) => (await owner.api.get(`/api/v1/app-conversations/${id}`)).body;

/** The ids of the stored events of a kind. The tests use kinds that the agent itself does not send. */
async function kept(kind: string, id = conversation.id): Promise<string[]> {
  return idsOf((await owner.api.get(`${events}/${id}/events/search`, { kind__eq: kind })).body);
}

describe('the webhooks for events', () => {
  it('store each event once, in the order of their times, in both path forms', async () => {
    const sent = [0, 1, 2].map((second) => anEvent({ kind: 'CondensationRequest', timestamp: timeAt(second * 1000) }));
    const [a, b, c] = sent;

    const answers = [
      await postEvents(conversation, [c, a]),
      await post(`${conversation.sandboxId}/events/${conversation.id}`, [b, c], conversation.sessionKey),
      ...(await Promise.all([1, 2, 3].map(() => postEvents(conversation, sent)))),
    ];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { success: true }]));
    expect(await kept('CondensationRequest')).toEqual(sent.map(({ id }) => id));
    const { body: count } = await owner.api.get(`${events}/${conversation.id}/events/count`, {
      kind__eq: 'CondensationRequest',
    });
    expect(count).toBe(3);
  });

  it('store the events that the agent of a conversation sends', async () => {
    await askAgent(conversation, '/events', 'Hello there');
    const answer = await waitForAnswer(conversation);

    const history = await eventually('the answer is in the history', async () => {
      const { body } = await owner.api.get(`${events}/${conversation.id}/events/search`, { kind__eq: 'MessageEvent' });
      return JSON.stringify(body.items).includes(JSON.stringify(answer)) ? body.items : undefined;
    });

    const { body } = await askAgent(conversation, '/events/search?kind=MessageEvent&limit=100');
    expect(history.map(({ id }: { id: string }) => id)).toEqual(idsOf(body));
  });
});

describe('the webhooks for conversations', () => {
  it("apply the agent's update, and ignore an older one that arrives later", async () => {
    const { id, sessionKey } = await startConversation(owner.api, { sandbox_id: conversation.sandboxId });
    const stats = { usage_to_metrics: { agent: { model_name: 'a/b', accumulated_cost: 1.5 } } };
    const state = (key: string, value: unknown, timestamp: string) =>
      anEvent({ kind: 'ConversationStateUpdateEvent', source: 'environment', key, value, timestamp });
    const soon = new Date(Date.now() + 60_000).toISOString();
    const sooner = new Date(Date.now() + 50_000).toISOString();

    await postHook(sessionKey, {
      id,
      title: 'Repair the door',
      updated_at: soon,
      tags: { team: 'blue' },
      agent: { llm: { model: 'a/b' } },
    });
    await postEvents({ id, sessionKey }, [state('stats', stats, soon)]);
    await postHook(sessionKey, {
      id,
      title: 'Old',
      updated_at: sooner,
      tags: {},
      stats: { usage_to_metrics: { agent: { accumulated_cost: 1 } } },
    });

    // An agent with a model key does not choose its model.
    const { llm_model: model } = (await owner.api.get('/api/v1/settings')).body;
    expect(await view(id)).toMatchObject({
      title: 'Repair the door',
      tags: { team: 'blue' },
      llm_model: model,
      metrics: { model_name: 'a/b', accumulated_cost: 1.5 },
      updated_at: `${soon.slice(0, 23)}Z`,
    });
  });

  it('create an unknown conversation, whichever of the four webhooks is called first', async () => {
    const { sandboxId, sessionKey } = conversation;
    // Version 8, like the ids that the service derives for conversations whose id is not a UUID.
    const [a, b, c, d] = [1, 2, 3, 4].map(() => randomUUID().replace(/^(.{14})4/, '$18'));
    const hook = { title: 'Unknown', updated_at: timeAt(0) };

    const answers = [
      await post(`events/${a}`, [anEvent()], sessionKey),
      await post(`${sandboxId}/events/${b}`, [anEvent()], sessionKey),
      await post('conversations', { ...hook, id: c }, sessionKey),
      await post(`${sandboxId}/conversations`, { ...hook, id: d }, sessionKey),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await owner.api.get('/api/v1/app-conversations', { ids: [a, b, c, d].map(String) });
    expect(body.map((one: { sandbox_id: string }) => one?.sandbox_id)).toEqual([1, 2, 3, 4].map(() => sandboxId));
  });

  it('store events of a conversation that was created again under a deleted id', async () => {
    const { sandboxId: sandbox_id, sessionKey } = conversation;
    const conversation_id = randomUUID().replaceAll('-', '');
    const { id } = await startConversation(owner.api, { conversation_id, sandbox_id });
    await postEvents({ id, sessionKey }, [anEvent({ kind: 'CondensationRequest' })]);
    expect((await owner.api.delete(`/api/v1/app-conversations/${id}`)).status).toBe(200);
    const created = await owner.api.post('/api/v1/app-conversations', { conversation_id, sandbox_id });
    expect([created.status, created.body.conversation_id]).toEqual([200, id]);

    // Right away, before the agent sends anything about it.
    const event = anEvent({ kind: 'CondensationRequest' });
    expect((await postEvents({ id, sessionKey }, [event])).status).toBe(200);

    expect(await kept('CondensationRequest', id)).toEqual([event.id]);
  });
});

describe('the refusals of webhooks', () => {
  const paths = (id: string, sandboxId: string): [path: string, body: unknown][] => [
    [`events/${id}`, [anEvent({ kind: 'PauseEvent' })]],
    ['conversations', { id }],
    [`${sandboxId}/events/${id}`, [anEvent({ kind: 'PauseEvent' })]],
    [`${sandboxId}/conversations`, { id }],
  ];

  it("cover requests without the key of the sandbox, also with the owner's API key", async () => {
    const other = await startConversation(owner.api);
    const theirs = await startConversation(stranger.api);
    const before = await kept('PauseEvent');
    for (const [path, body] of paths(conversation.id, conversation.sandboxId)) {
      for (const key of [undefined, 'nonsense', owner.apiKey, other.sessionKey])
        expectProblem(await post(path, body, key), 401, 'unauthenticated');
    }
    for (const [path, body] of paths(conversation.id, conversation.sandboxId).slice(2))
      expectProblem(await post(path, body, theirs.sessionKey), 401, 'unauthenticated');
    // Without a sandbox in the path, the id refers to a conversation of the stranger.
    await post(`events/${conversation.id}`, [anEvent({ kind: 'PauseEvent' })], theirs.sessionKey);
    expect(await kept('PauseEvent')).toEqual(before);
  });

  it('cover the session key, and the delivery key from before a pause', async () => {
    const { id, sandboxId, sessionKey } = conversation;
    const bySession = { 'X-Session-API-Key': sessionKey };
    expectProblem(await postWith(`events/${id}`, [anEvent()], bySession), 401, 'unauthenticated');
    const before = { ...bySession, 'X-Delivery-Key': await deliveryKeyOf(sessionKey) };
    expect((await postWith(`events/${id}`, [], before)).status).toBe(200);
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);
    await eventually('the old key ends', async () => (await postWith(`events/${id}`, [], before)).status === 401);
    expect(await view()).toMatchObject({ sandbox_status: 'PAUSED' });
    expect((await owner.api.get(`${events}/${id}/events/count`)).body).toBeGreaterThan(3);
    expect((await owner.api.post(`/api/v1/sandboxes/${sandboxId}/resume`)).status).toBe(200);
    await waitForSandbox(owner.api, sandboxId, 'RUNNING');
    const again = await reached(owner.api, id);

    expect(again.sessionKey).toBe(sessionKey);
    expectProblem(await postWith(`events/${id}`, [anEvent()], before), 401, 'unauthenticated');
    expect((await postEvents(again, [])).status).toBe(200);
  });
});
