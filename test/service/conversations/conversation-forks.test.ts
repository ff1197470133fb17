import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  askAgent,
  reached,
  type StartedConversation,
  startConversation,
  waitForSandbox,
  waitForTask,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';

const path = '/api/v1/app-conversations';
const owner = await newOwner();
const { api } = owner;

interface Event {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
}

const eventsOf = async (id: string): Promise<Event[]> =>
  (await api.get(`/api/v1/conversation/${id}/events/search`, { limit: 100 })).body.items;

/** The history once it has no gap: as many events as the agent has. */
function wholeHistory(conversation: StartedConversation): Promise<Event[]> {
  return eventually('the history is complete', async () => {
    const { body: count } = await askAgent(conversation, '/events/count');
    const events = await eventsOf(conversation.id);
    if (events.length !== count) throw new Error(`${events.length} of ${count} events are stored`);
    return events;
  });
}

async function say(conversation: StartedConversation, text: string): Promise<void> {
  await askAgent(conversation, '/events', text);
  await eventually(`the answer to ${text}`, async () => {
    const { body } = await askAgent(conversation, '');
    return body.execution_status === 'finished';
  });
}

async function shell({ url, sessionKey }: StartedConversation, command: string): Promise<string> {
  const response = await fetch(`${url.slice(0, url.indexOf('/api/'))}/api/bash/execute_bash_command`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ command, cwd: '/workspace/project', timeout: 20 }),
  });
  return ((await response.json()) as { stdout: string | null }).stdout?.trim() ?? '';
}

async function fork({ id }: Pick<StartedConversation, 'id'>, body?: object): Promise<StartedConversation> {
  const forked = await api.post(`${path}/${id}/fork`, body);
  expect([forked.status, forked.body.app_conversation_id], forked.text).toEqual([200, null]);
  const task = await waitForTask(api, forked.body.id, 'READY');
  return reached(api, task.app_conversation_id, task.id);
}

const sum = (text: string) => createHash('sha256').update(text).digest('hex');
const agentOf = ({ url }: StartedConversation) => url.slice(0, url.lastIndexOf('/'));
const idsOnAgent = async (conversation: StartedConversation): Promise<string[]> => {
  const headers = { 'X-Session-API-Key': conversation.sessionKey };
  const { items } = (await (await fetch(`${agentOf(conversation)}/search`, { headers })).json()) as {
    items: { id: string }[];
  };
  return items.map((one) => one.id.replaceAll('-', ''));
};

describe('a fork of a conversation', () => {
  it('goes on with files and history while the other one keeps running, each in its own sandbox', async () => {
    const source = await startConversation(api, { title: 'Mend the door', secrets: { OLD: 'secret-of-the-start' } });
    await say(source, 'first');
    await shell(source, 'printf %s "from before the fork" > kept.txt');
    const before = await wholeHistory(source);

    const forked = await fork(source);

    expect(forked.sandboxId).not.toBe(source.sandboxId);
    expect(forked.sessionKey).not.toBe(source.sessionKey);
    expect(await wholeHistory(forked)).toEqual(before);
    expect(await idsOnAgent(forked)).toEqual([forked.id]);
    expect(await shell(forked, 'sha256sum < kept.txt')).toContain(sum('from before the fork'));
    const { body: info } = await api.get(`${path}/${forked.id}`);
    expect(info).toMatchObject({
      ...{ title: 'Mend the door (fork)', forked_from_conversation_id: source.id, forked_from_event_id: null },
      ...{ metrics: null, parent_conversation_id: null },
    });
    await Promise.all([say(source, 'in the source'), say(forked, 'in the fork')]);
    await Promise.all([shell(source, 'echo source > kept.txt'), shell(forked, 'echo fork > kept.txt')]);
    expect(await Promise.all([source, forked].map((one) => shell(one, 'cat kept.txt')))).toEqual(['source', 'fork']);
    expect((await wholeHistory(forked)).slice(0, before.length)).toEqual(before);
    const texts = await Promise.all([source, forked].map((one) => answersOf(one)));
    expect(texts.map((all) => JSON.stringify(all).includes('in the fork'))).toEqual([false, true]);
    // The model's cost is that of the fork alone.
    const cost = async (id: string) => (await api.get(`${path}/${id}`)).body.metrics?.accumulated_cost ?? 0;
    await eventually('the cost of the fork is known', async () => (await cost(forked.id)) > 0);
    expect(await cost(forked.id)).toBeLessThan(await cost(source.id));
    // Its agent has the model's key that the owner has now, and no secret of the other start.
    await say(forked, '/secret OLD');
    expect(JSON.stringify(await wholeHistory(forked))).toContain('Secret OLD: none');
  });

  it('begins at an event of a paused conversation, and the source can be deleted', async () => {
    const source = await startConversation(api, { resources: { cpu: 0.5, memory_gb: 1, disk_gb: 2 } });
    await say(source, 'first');
    await say(source, 'second');
    const events = await wholeHistory(source);
    const at = events.find(({ kind, source: by }) => kind === 'MessageEvent' && by === 'agent');
    await api.post(`/api/v1/sandboxes/${source.sandboxId}/pause`);
    await waitForSandbox(api, source.sandboxId, 'PAUSED');

    const forked = await fork(source, { event_id: at?.id, title: 'Another way', secrets: { MINE: 'x1' } });

    const { body: sandbox } = await api.get(`/api/v1/sandboxes/${forked.sandboxId}`);
    expect(sandbox.resources).toMatchObject({ cpu: 0.5, memory_gb: 1, disk_gb: 2 });
    expect((await api.delete(`${path}/${source.id}`)).status).toBe(200);
    const copied = events.slice(0, events.findIndex(({ id }) => id === at?.id) + 1);
    expect(await wholeHistory(forked)).toEqual(copied);
    expect((await api.get(`${path}/${forked.id}`)).body).toMatchObject({
      ...{ title: 'Another way', forked_from_conversation_id: source.id, forked_from_event_id: at?.id },
    });
    await say(forked, '/secret MINE');
    const texts = JSON.stringify(await answersOf(forked));
    expect(texts).toContain(sum('x1'));
    expect(texts).not.toContain('second');
  });

  it('can be forked again, from a repeated request only once', async () => {
    const source = await startConversation(api);
    await say(source, 'first');
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const [one, other] = [
      await api.send('POST', `${path}/${source.id}/fork`, { headers }),
      await api.send('POST', `${path}/${source.id}/fork`, { headers }),
    ];
    expect(other.body).toEqual(one.body);
    const task = await waitForTask(api, one.body.id, 'READY');
    const child = await reached(api, task.app_conversation_id);

    const grandchild = await fork(child, { title: 'Again' });

    expect((await wholeHistory(grandchild)).slice(0, 3)).toEqual((await wholeHistory(source)).slice(0, 3));
    expect(await idsOnAgent(grandchild)).toEqual([grandchild.id]);
  });

  it('is refused with what to do', async () => {
    const stranger = await newOwner();
    const source = await startConversation(api);
    const refused = async (who: typeof api, id: string, body?: object) => {
      const { status, body: problem } = await who.post(`${path}/${id}/fork`, body);
      return [status, problem.code];
    };

    expect(await refused(stranger.api, source.id)).toEqual([404, 'not_found']);
    expect(await refused(api, source.id, { event_id: 'no-such-event' })).toEqual([404, 'not_found']);
    expect(await refused(api, source.id, { event_id: 7 })).toEqual([422, 'validation_failed']);
    expect((await api.post(`${path}/${source.id}/fork`, { sandbox_id: 'x' })).status).toBe(200);
  });
});
