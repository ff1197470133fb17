import { beforeEach, describe, expect, it } from 'vitest';
import { postEvent } from '../../../functions/legacy-conversation/post-event.ts';
import { sendMessage } from '../../../functions/messages/send-message.ts';
import { createLegacySecret } from '../../../functions/secrets/create-legacy-secret.ts';
import { useConversationScene } from '../../support/conversation-scene.ts';
import type { AgentReply, AgentRequest } from '../../support/http-agent.ts';
import { invoke } from '../../support/invoke.ts';
import { MemoryClaimStore } from '../../support/memory-claim-store.ts';
import { MemorySecretStore } from '../../support/memory-secret-store.ts';

const { agent, deps, addIn, running } = await useConversationScene();

/** What the agent has heard, and whether it still does what it is asked while it fails to answer. */
let heard: string[];
let mood: 'well' | 'deaf' | 'mute';
let id: string;
let keyed: { claims: { claims: MemoryClaimStore; now: () => Date }; headers: Record<string, string> };
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
  [heard, mood] = [[], 'well'];
  keyed = { claims: { claims: new MemoryClaimStore(), now: () => new Date() }, headers: { 'Idempotency-Key': 'k' } };
  agent.reply = answer;
});

function answer({ method, path, body }: AgentRequest): AgentReply | undefined {
  if (method === 'GET' && path.endsWith('/events/search')) return { body: { items: heard.map(asEvent) } };
  if (mood === 'deaf') return undefined;
  if (path.endsWith('/run') && heard.includes('run')) return { status: 409 };
  heard.push(path.endsWith('/events') ? body.content[0].text : (path.split('/').at(-1) ?? ''));
  return mood === 'mute' ? undefined : { body: {} };
}

const asEvent = (text: string) => ({
  timestamp: new Date().toISOString(),
  llm_message: { content: [{ type: 'text', text, cache_prompt: false }] },
});

const say = () =>
  invoke(sendMessage, deps(), {
    ...keyed,
    params: { conversation_id: id },
    body: { content: [{ type: 'text', text: 'Hello' }] },
  });
const want = (agent_state: string) =>
  invoke(postEvent, deps(), {
    ...keyed,
    params: { conversation_id: id },
    body: { action: 'change_agent_state', args: { agent_state } },
  });

describe('what was tried with a key, and came to no answer', () => {
  it.each(['deaf', 'mute'] as const)('is heard once: of an agent that was %s', async (before) => {
    mood = before;
    expect((await say()).status).toBe(502);
    mood = 'well';

    const second = await say();
    const third = await say();

    expect(heard).toEqual(['Hello']);
    expect([second.status, second.headers['Idempotent-Replayed']]).toEqual([200, undefined]);
    expect([third.text, third.headers['Idempotent-Replayed']]).toEqual([second.text, 'true']);
  });

  it('is not said while the agent cannot tell whether it has heard it', async () => {
    mood = 'mute';
    await say();
    agent.reply = () => undefined;

    expect((await say()).status).toBe(502);
    expect(heard).toEqual(['Hello']);
  });

  it('may find the agent at it', async () => {
    mood = 'mute';
    expect((await want('running')).status).toBe(502);
    mood = 'well';

    expect((await want('running')).status).toBe(200);
    expect(heard).toEqual(['run']);
  });

  it('does not confirm what the agent may ask by now', async () => {
    mood = 'mute';
    expect((await want('user_confirmed')).status).toBe(502);
    mood = 'well';

    const { status, body } = await want('user_confirmed');

    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(heard).toHaveLength(1);
  });

  it('does not stand in its own way as a secret of that name', async () => {
    const secrets = new MemorySecretStore();
    const create = () => {
      const { vault } = deps();
      const request = { ...keyed, body: { name: 'A', value: 'b' } };
      return invoke(createLegacySecret, { secrets, vault, now: () => new Date() }, request);
    };
    const save = secrets.saveCustom.bind(secrets);
    secrets.saveCustom = async (...args) => {
      await save(...args);
      throw new Error('cut off');
    };
    expect((await create()).status).toBe(500);
    secrets.saveCustom = save;

    expect((await create()).status).toBe(201);
  });
});
