import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  askAgent,
  reached,
  type StartedConversation,
  waitForSandbox,
  waitForTask,
} from '../../support/service/conversations.ts';
import {
  act,
  call,
  conversations,
  describeRealAgent,
  finished,
  MODEL_KEY,
  PATIENCE,
  patiently,
  said,
  stageOfSuite,
  start,
  talkOf,
  waitForText,
} from '../support/real-agent.ts';

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

describeRealAgent('forks of a conversation', () => {
  const stage = stageOfSuite();

  async function fork({ id }: Pick<StartedConversation, 'id'>, body: object = {}): Promise<StartedConversation> {
    const { api } = stage.owner;
    const forked = await api.post(`${conversations}/${id}/fork`, body);
    expect(forked.status, forked.text).toBe(200);
    const task = await waitForTask(api, forked.body.id, 'READY', PATIENCE);
    return reached(api, task.app_conversation_id, task.id);
  }

  async function shell({ url, sessionKey }: StartedConversation, command: string): Promise<string> {
    const response = await fetch(`${url.slice(0, url.indexOf('/api/'))}/api/bash/execute_bash_command`, {
      method: 'POST',
      headers: { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ command, cwd: '/workspace/project', timeout: 20 }),
    });
    return ((await response.json()) as { stdout: string | null }).stdout?.trim() ?? '';
  }

  async function say(conversation: StartedConversation, text: string): Promise<void> {
    const path = `${conversations}/${conversation.id}/send-message`;
    const sent = await stage.owner.api.post(path, { ...said(text), run: true });
    expect(sent.status, sent.text).toBe(200);
    await waitForText(stage, conversation.id, `You said: ${text}`);
    await finished(stage, conversation.id);
  }

  async function eventsOf(conversation: StartedConversation): Promise<{ id: string; kind: string; source: string }[]> {
    return (await askAgent(conversation, '/events/search?limit=100')).body.items;
  }

  async function storedOf({ id }: StartedConversation): Promise<string[]> {
    const { body } = await stage.owner.api.get(`/api/v1/conversation/${id}/events/search`, { limit: 100 });
    return body.items.map((event: { id: string }) => event.id);
  }

  it('go on from now or from an event, remember what was said, and are independent', async () => {
    const source = await start(stage, { initial_message: said('hello'), title: 'Source' });
    await waitForText(stage, source.id, 'You said: hello');
    await finished(stage, source.id);
    await say(source, 'of zebras');
    await shell(source, 'printf %s "by checksum" > kept.txt');
    const before = await eventsOf(source);
    const talk = await talkOf(stage, source.id);
    const at = before.find(({ kind, source: by }) => kind === 'MessageEvent' && by === 'agent');

    // Of a running sandbox, and then of the same one while it is paused.
    const whole = await fork(source);
    await act(stage, source.sandboxId, 'pause');
    await waitForSandbox(stage.owner.api, source.sandboxId, 'PAUSED', PATIENCE);
    const branch = await fork(source, { event_id: at?.id, title: 'Branch' });

    expect((await eventsOf(whole)).slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect((await eventsOf(branch)).at(-1)?.id).toBe(at?.id);
    for (const one of [whole, branch]) {
      const events = await eventsOf(one);
      await patiently('the history is complete', async () => {
        const stored = await storedOf(one);
        return events.every(({ id }) => stored.includes(id)) && stored.length === events.length;
      });
      expect(await shell(one, 'sha256sum < kept.txt')).toContain(sum('by checksum'));
      const list = (await askAgent({ ...one, url: one.url.slice(0, one.url.lastIndexOf('/')) }, '/search')).body.items;
      expect(list.map(({ id }: { id: string }) => id.replaceAll('-', ''))).toEqual([one.id]);
    }
    expect((await stage.owner.api.get(`${conversations}/${whole.id}`)).body).toMatchObject({
      ...{ title: 'Source (fork)', forked_from_conversation_id: source.id, metrics: null },
    });

    const [keys, asked] = [stage.model.keys.length, stage.model.talks.length];
    await say(whole, 'in the whole fork');
    await say(branch, 'in the branch');
    // The model gets the copied history, with the key that the owner has now.
    expect(new Set(stage.model.keys.slice(keys))).toEqual(new Set([MODEL_KEY]));
    const talks = stage.model.talks.slice(asked);
    const [first, second] = ['in the whole fork', 'in the branch'].map((text) =>
      talks.find((one) => one.endsWith(text)),
    );
    expect([first?.includes('of zebras'), first?.includes('hello')]).toEqual([true, true]);
    expect([second?.includes('of zebras'), second?.includes('hello')]).toEqual([false, true]);
    expect(await call(stage, branch.id, '/run echo from-the-branch')).toContain('from-the-branch');

    await act(stage, source.sandboxId, 'resume');
    await waitForSandbox(stage.owner.api, source.sandboxId, 'RUNNING', PATIENCE);
    await say(source, 'in the source');
    expect((await talkOf(stage, source.id)).slice(0, talk.length)).toEqual(talk);
    expect((await talkOf(stage, whole.id)).join()).not.toContain('in the source');
    // Survives a pause of its own, from its own snapshot.
    await act(stage, whole.sandboxId, 'pause');
    await waitForSandbox(stage.owner.api, whole.sandboxId, 'PAUSED', PATIENCE);
    await act(stage, whole.sandboxId, 'resume');
    await waitForSandbox(stage.owner.api, whole.sandboxId, 'RUNNING', PATIENCE);
    await say(whole, 'after a pause');
  });
});
