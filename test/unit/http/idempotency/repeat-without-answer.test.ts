import { beforeEach, describe, expect, it } from 'vitest';
import { postEvent } from '../../../../functions/conversations/post-event.ts';
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
  id: text,
  timestamp: new Date().toISOString(),
  llm_message: { content: [{ type: 'text', text, cache_prompt: false }] },
});

const sayEvent = (claims = keyed.claims) =>
  invoke(postEvent, deps(), {
    ...keyed,
    claims,
    params: { conversation_id: id },
    body: { source: 'user', content: 'Hello' },
  });
const want = (agent_state: string) =>
  invoke(postEvent, deps(), {
    ...keyed,
    params: { conversation_id: id },
    body: { action: 'change_agent_state', args: { agent_state } },
  });

describe('repetition of a request without an answer', () => {
  it('sends a message once, after the first attempt of the event has reached the agent or the queue', async () => {
    agentFault = 'loses-response';
    const { claims } = keyed.claims;
    const replace = claims.replace.bind(claims);
    claims.replace = () => Promise.reject(new Error('cut off'));
    expect((await sayEvent()).status).toBe(200);
    claims.replace = replace;
    agentFault = 'none';
    const later = { ...keyed.claims, now: () => new Date(Date.now() + 60_000) };

    expect((await sayEvent(later)).status).toBe(200);

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
