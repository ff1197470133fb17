import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpAgents } from '../../../shared/sandboxes/http-agents.ts';
import { type AgentReply, useHttpAgent } from '../../support/http-agent.ts';
import { someKeys } from '../../support/memory-master-keys.ts';
import { aRunningSandbox } from '../../support/sandbox-data.ts';

const agent = await useHttpAgent();
const keys = someKeys();
const agents = new HttpAgents(keys);
beforeEach(() => {
  agent.requests.length = 0;
  agent.reply = () => ({});
});

const answers = (replies: Record<string, AgentReply>) => {
  agent.reply = ({ path }) => replies[path];
};

describe('the health of an agent', () => {
  it('is ready, with the time it has been idle', async () => {
    answers({ '/ready': {}, '/server_info': { body: { idle_time: 12.5, uptime: 99 } } });

    expect(await agents.health(agent.url)).toEqual({ kind: 'ready', idleSeconds: 12.5 });
  });

  it('is dormant while it is not ready', async () => {
    answers({ '/ready': { status: 503 } });

    expect(await agents.health(agent.url)).toEqual({ kind: 'dormant' });
  });

  it.each<[string, Record<string, AgentReply>]>([
    ['it breaks the connection', {}],
    ['its information is no JSON', { '/ready': {}, '/server_info': { body: 'hello' } }],
    ['its idle time is no number', { '/ready': {}, '/server_info': { body: { idle_time: 'long' } } }],
  ])('is unreachable when %s', async (_, replies) => {
    answers(replies);

    expect(await agents.health(agent.url)).toEqual({ kind: 'unreachable' });
  });

  it('is unreachable when nobody listens', async () => {
    expect(await agents.health('http://127.0.0.1:1')).toEqual({ kind: 'unreachable' });
  });
});

describe('the initialisation', () => {
  const setup = { initKey: 'init', sessionKey: 'session', secretKey: 'secret', allowedOrigins: ['https://a'] };

  it('delivers the keys under the init key', async () => {
    await agents.init(agent.url, setup);

    expect(agent.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/init',
        headers: { 'x-init-api-key': 'init', 'content-type': 'application/json' },
        body: { session_api_keys: ['session'], secret_key: 'secret', allow_cors_origins: ['https://a'] },
      },
    ]);
  });

  it('is fine when it was done before, and fails when the agent refuses', async () => {
    agent.reply = () => ({ status: 400 });
    await expect(agents.init(agent.url, setup)).resolves.toBeUndefined();

    agent.reply = () => ({ status: 401 });
    await expect(agents.init(agent.url, setup)).rejects.toThrow('401');
  });
});

describe('the preparation for a pause', () => {
  const sandbox = aRunningSandbox({ exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url: agent.url }] });

  it('is asked for with the session key', async () => {
    await agents.prepareForPause(sandbox);

    expect(agent.requests).toMatchObject([{ method: 'POST', path: '/api/conversations/prepare-for-sandbox-pause' }]);
    expect(agent.requests[0]?.headers['x-session-api-key']).toBe(await keys.sessionKey(sandbox));
  });

  it('never holds up a pause', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    agent.reply = () => undefined;

    await expect(agents.prepareForPause(sandbox)).resolves.toBeUndefined();
    await expect(agents.prepareForPause({ ...sandbox, exposed_urls: null })).resolves.toBeUndefined();
    vi.restoreAllMocks();
  });
});
