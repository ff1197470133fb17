import { describe, expect, it } from 'vitest';
import { HttpAgents } from '../../../../shared/domain/sandboxes/agent/http-agents.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, aMessage, sessionKey } from './agent-process.ts';

const agents = new HttpAgents(someKeys());
const setup = {
  initKey: 'init',
  sessionKey,
  deliveryKey: 'delivery',
  secretKey: 'secret',
  allowedOrigins: [],
  webhookUrl: 'https://service.example/api/v1/webhooks',
};
const dormant = { env: { OH_DEFERRED_INIT: 'true', OH_SECRET_KEY: 'init' } };

/** Uses the agent through the control plane's client, as a deployment does. */
describe('the agent client with the reference agent', () => {
  it('finds it dormant, initialises it, and finds it ready', async () => {
    const { baseUrl: url } = await AgentProcess.start(dormant);
    expect(await agents.health(url)).toEqual({ kind: 'dormant' });

    await agents.init(url, setup);

    expect(await agents.health(url, sessionKey)).toEqual({
      kind: 'ready',
      idleSeconds: expect.any(Number),
      busy: false,
    });
    await expect(agents.init(url, setup)).resolves.toBeUndefined();
  });

  it('refuses an agent that was initialised with other keys, or with none', async () => {
    const [taken, open] = await Promise.all([AgentProcess.start(dormant), AgentProcess.start(dormant)]);
    const withInitKey = { 'X-Init-API-Key': 'init' };
    expect((await taken.post('/api/init', { session_api_keys: ['theirs'] }, withInitKey)).status).toBe(200);
    expect((await open.post('/api/init', {}, withInitKey)).status).toBe(200);

    for (const { baseUrl } of [taken, open])
      await expect(agents.init(baseUrl, setup)).rejects.toThrow('Another client initialised the agent server');
    expect(await agents.health(taken.baseUrl, sessionKey)).toEqual({ kind: 'unreachable' });
  });

  it('reports a busy agent without watching clients, and its end', async () => {
    const agent = await AgentProcess.shared();
    const busy = async () => Object(await agents.health(agent.baseUrl, sessionKey)).busy;
    const id = await agent.create();
    expect(await busy()).toBe(false);

    await agent.say(id, '/wait 3000');
    expect(await busy()).toBe(true);
    await agent.post(`/api/conversations/${id}/pause`);

    expect(await busy()).toBe(false);
  });

  it('prepares the agent for a pause, after which no run continues and no event is lost', async () => {
    const sandboxKeys = someKeys();
    const sandbox = aRunningSandbox();
    const key = await sandboxKeys.sessionKey(sandbox);
    const env = { OH_SESSION_API_KEYS_0: key, OH_SESSION_API_KEYS_1: sessionKey };
    const agent = await AgentProcess.start({ env });
    const id = await agent.create({ initial_message: aMessage('/wait 3000') });

    await agents.prepareForPause({ ...sandbox, agent_url: agent.baseUrl });
    await agent.end('SIGKILL');

    const again = await AgentProcess.start({ workspace: agent.workspace, env });
    expect((await again.get(`/api/conversations/${id}`)).body.execution_status).toBe('paused');
  });
});
