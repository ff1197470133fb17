import { describe, expect, test } from 'vitest';
import { AgentProcess, aMessage, missing, sessionKey, waitFor } from './agent-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

function environment(receiver: WebhookReceiver, more: Record<string, string> = {}): Record<string, string> {
  return {
    OH_SESSION_API_KEYS_0: sessionKey,
    OH_SECRET_KEY: 'secret-key-one',
    OH_WEBHOOKS_0_BASE_URL: `${receiver.url}/hooks/`,
    OH_WEBHOOKS_0_HEADERS: '{"x-more":"1"}',
    OH_WEBHOOKS_0_FLUSH_DELAY: '0.2',
    OH_WEBHOOKS_0_RETRY_DELAY: '0',
    ...more,
  };
}

async function stored(agent: AgentProcess, id: string): Promise<{ id: string }[]> {
  return (await agent.get(`/api/conversations/${id}/events/search`)).body.items;
}

const isStored = ({ key }: { key?: string }) => key !== 'full_state';

describe('the webhooks of the reference agent', () => {
  test('send every event in batches with the key of the sandbox, the state first and last', async () => {
    const receiver = await WebhookReceiver.start();
    const agent = await AgentProcess.start({ env: environment(receiver, { OH_WEBHOOKS_0_EVENT_BUFFER_SIZE: '3' }) });
    const id = await agent.create({ initial_message: aMessage('hello') });
    await agent.waitForStatus(id, 'finished');
    const expected = await stored(agent, id);
    await waitFor(() => expect(receiver.events(id).filter(isStored)).toEqual(expected));
    await waitFor(() => expect(receiver.events(id).filter((event) => !isStored(event))).toHaveLength(2));
    const delivered = receiver.events(id);
    expect(delivered[0]).toMatchObject({ kind: 'ConversationStateUpdateEvent', key: 'full_state', value: { id } });
    expect(delivered.at(-1)).toMatchObject({ key: 'full_state', value: { execution_status: 'finished' } });
    expect(JSON.stringify(delivered)).not.toContain('sk-very-secret');
    const batches = receiver.deliveries.filter(({ path }) => path.includes('/events/'));
    expect(Math.max(...batches.map(({ body }) => body.length))).toBe(3);
    expect(batches[0]?.headers).toMatchObject({ 'x-session-api-key': sessionKey, 'x-more': '1' });
  });

  test('send the conversation when it starts, pauses, changes and is deleted', async () => {
    const receiver = await WebhookReceiver.start();
    const agent = await AgentProcess.start({ env: environment(receiver) });
    const id = await agent.create({ initial_message: aMessage('/wait 3000') });
    const path = `/api/conversations/${id}`;
    await waitFor(() => expect(receiver.statuses()).toEqual(['idle']));
    await agent.post(`${path}/pause`);
    await waitFor(() => expect(receiver.statuses()).toEqual(['idle', 'paused']));
    await agent.send('PATCH', path, { title: 'Other' });
    await waitFor(() => expect(receiver.statuses()).toHaveLength(3));
    expect(receiver.lastConversation()).toMatchObject({ id, title: 'Other', tags: {} });
    await agent.send('DELETE', path);
    await waitFor(() => expect(receiver.statuses()).toEqual(['idle', 'paused', 'paused', 'deleting']));
  });

  test('retry in order and lose no event while the receiver is down', async () => {
    const receiver = await WebhookReceiver.start();
    receiver.status = 503;
    const env = environment(receiver, { OH_WEBHOOKS_0_NUM_RETRIES: '1' });
    const agent = await AgentProcess.start({ env });
    const id = await agent.create({ initial_message: aMessage('hello') });
    await agent.waitForStatus(id, 'finished');
    await waitFor(() => receiver.refused > 4 || missing('more tries'));
    receiver.status = 200;
    const expected = await stored(agent, id);
    await waitFor(() => expect(receiver.events(id).filter(isStored)).toEqual(expected));
  });

  test('drop the oldest events when too many wait', async () => {
    const receiver = await WebhookReceiver.start();
    receiver.status = 500;
    const limits = { OH_WEBHOOKS_0_MAX_QUEUE_SIZE: '4', OH_WEBHOOKS_0_NUM_RETRIES: '0' };
    const agent = await AgentProcess.start({ env: environment(receiver, limits) });
    const id = await agent.create();
    for (const text of ['a', 'b', 'c', 'd', 'e']) await agent.say(id, text, false);
    await waitFor(() => expect(agent.output).toContain('are dropped'));
    receiver.status = 200;
    const all = await stored(agent, id);
    await waitFor(() => expect(receiver.events(id).slice(-4)).toEqual(all.slice(-4)));
    // Deliveries in progress when the receiver recovers also arrive; those dropped earlier never do.
    const received = receiver.events(id);
    expect(received.length).toBeLessThan(all.length);
    expect(received).toEqual(all.slice(-received.length));
  });

  test.each([
    ['a clean stop', (agent: AgentProcess) => agent.end('SIGTERM')],
    ['the preparation of a pause', (agent: AgentProcess) => agent.post('/api/conversations/prepare-for-sandbox-pause')],
  ])('send all waiting events at once at %s', async (_, stop) => {
    const receiver = await WebhookReceiver.start();
    const limits = { OH_WEBHOOKS_0_FLUSH_DELAY: '3000', OH_WEBHOOKS_0_EVENT_BUFFER_SIZE: '500' };
    const agent = await AgentProcess.start({ env: environment(receiver, limits) });
    const id = await agent.create({ initial_message: aMessage('/wait 3000') });
    await stop(agent);
    const events = receiver.events(id);
    expect(events.map((event) => event.key ?? event.kind)).toEqual([
      'full_state',
      'SystemPromptEvent',
      'MessageEvent',
      'last_user_message_id',
      'execution_status',
      'execution_status',
      'PauseEvent',
      'full_state',
    ]);
    expect(events[5].value).toBe('paused');
  });

  test('let the process end when no event waits', async () => {
    const receiver = await WebhookReceiver.start();
    const agent = await AgentProcess.start({ env: environment(receiver) });
    await agent.create();
    for (const _time of [1, 2]) await agent.post('/api/conversations/prepare-for-sandbox-pause');
    expect(await agent.end('SIGTERM')).toBe(0);
  });

  test('do not delay the end of the process when their key is refused', async () => {
    const receiver = await WebhookReceiver.start();
    receiver.status = 401;
    const agent = await AgentProcess.start({ env: environment(receiver, { OH_WEBHOOKS_0_RETRY_DELAY: '100' }) });
    await agent.create();
    await waitFor(() => receiver.refused > 0 || missing('a refusal'));
    const begin = Date.now();
    expect(await agent.end('SIGTERM')).toBe(0);
    expect(Date.now() - begin).toBeLessThan(60_000);
  });

  test('are configured by the initialisation too', async () => {
    const receiver = await WebhookReceiver.start();
    const env = { OH_DEFERRED_INIT: 'true', OH_SECRET_KEY: 'init-key' };
    const agent = await AgentProcess.start({ env });
    const webhooks = [{ base_url: `${receiver.url}/hooks`, event_buffer_size: 5, flush_delay: 0.1, num_retries: 0 }];
    const keys = { session_api_keys: [sessionKey], secret_key: 's' };
    const refused = await agent.post(
      '/api/init',
      { ...keys, webhooks: [{ flush_delay: 0 }] },
      { 'X-Init-API-Key': 'init-key' },
    );
    expect(refused.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual([
      'body.webhooks.0.base_url',
      'body.webhooks.0.flush_delay',
    ]);
    await agent.post('/api/init', { ...keys, webhooks }, { 'X-Init-API-Key': 'init-key' });
    const id = await agent.create();
    await waitFor(() => expect(receiver.events(id)).toHaveLength(1));
    expect(receiver.deliveries.map(({ headers }) => headers['x-session-api-key'])).toEqual([sessionKey, sessionKey]);
  });
});
