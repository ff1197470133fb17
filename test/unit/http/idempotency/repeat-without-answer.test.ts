import { beforeEach, describe, expect, it } from 'vitest';
import { postEvent } from '../../../../functions/conversations/post-event.ts';
import { sendMessage } from '../../../../functions/conversations/send-message.ts';
import { createLegacySecret } from '../../../../functions/settings/create-legacy-secret.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import type { AgentReply, AgentRequest } from '../../../support/http/http-agent.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { MemorySecretStore } from '../../../support/settings/memory-secret-store.ts';

const { agent, deps, addIn, running } = await useConversationScene();

/** The messages that the agent received, and how it fails: before or after it acts. */
let received: string[];
let agentFault: 'none' | 'ignores-request' | 'loses-response';
let id: string;
let keyed: { claims: { claims: MemoryClaimStore; now: () => Date }; headers: Record<string, string> };
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
  [received, agentFault] = [[], 'none'];
  keyed = { claims: { claims: new MemoryClaimStore(), now: () => new Date() }, headers: { 'Idempotency-Key': 'k' } };
  agent.reply = answer;
});

function answer({ method, path, body }: AgentRequest): AgentReply | undefined {
  if (method === 'GET' && path.endsWith('/events/search')) return { body: { items: received.map(asEvent) } };
  if (agentFault === 'ignores-request') return undefined;
  if (path.endsWith('/run') && received.includes('run')) return { status: 409 };
  received.push(path.endsWith('/events') ? body.content[0].text : (path.split('/').at(-1) ?? ''));
  return agentFault === 'loses-response' ? undefined : { body: {} };
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

describe('repetition of a request without an answer', () => {
  it.each(['ignores-request', 'loses-response'] as const)(
    'reaches the agent once after a failure of kind %s',
    async (before) => {
      agentFault = before;
      expect((await say()).status).toBe(502);
      agentFault = 'none';

      const second = await say();
      const third = await say();

      expect(received).toEqual(['Hello']);
      expect([second.status, second.headers['Idempotent-Replayed']]).toEqual([200, undefined]);
      expect([third.text, third.headers['Idempotent-Replayed']]).toEqual([second.text, 'true']);
    },
  );

  it('sends no message while the agent cannot list its events', async () => {
    agentFault = 'loses-response';
    await say();
    agent.reply = () => undefined;

    expect((await say()).status).toBe(502);
    expect(received).toEqual(['Hello']);
  });

  it('succeeds when the agent is already running', async () => {
    agentFault = 'loses-response';
    expect((await want('running')).status).toBe(502);
    agentFault = 'none';

    expect((await want('running')).status).toBe(200);
    expect(received).toEqual(['run']);
  });

  it('does not confirm a later action of the agent', async () => {
    agentFault = 'loses-response';
    expect((await want('user_confirmed')).status).toBe(502);
    agentFault = 'none';

    const { status, body } = await want('user_confirmed');

    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(received).toHaveLength(1);
  });

  it('succeeds when the first try has created the secret', async () => {
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
