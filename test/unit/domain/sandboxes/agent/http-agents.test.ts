import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  agentTimeouts,
  callAgent,
  EdgeRefusedError,
  edgeRefusal,
  LONGEST_CALL_MS,
} from '../../../../../shared/domain/sandboxes/agent/agent-http.ts';
import { HttpAgents } from '../../../../../shared/domain/sandboxes/agent/http-agents.ts';
import { answersOfEdge, refusalOfEdge } from '../../../../support/http/edge-answers.ts';
import { type AgentReply, startHttpAgent, useHttpAgent } from '../../../../support/http/http-agent.ts';
import { close, listen } from '../../../../support/http/servers.ts';
import { someKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

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

const health = '/ready';
const info = '/server_info';
const count = '/api/conversations/count';

describe('health of an agent', () => {
  it('is ready, with its idle time', async () => {
    answers({ [health]: {}, [info]: { body: { idle_time: 12.5, uptime: 99 } } });

    expect(await agents.health(agent.url)).toEqual({ kind: 'ready', idleSeconds: 12.5, busy: false });
    expect(agent.requests.map(({ path }) => path).toSorted()).toEqual([count, health, info]);
  });

  it.each([
    [0, false],
    [1, true],
    [7, true],
  ])('includes %i running conversations, requested with the session key', async (running, busy) => {
    answers({ [health]: {}, [info]: { body: { idle_time: 9 } }, [count]: { body: running } });

    expect(await agents.health(agent.url, 'session')).toEqual({ kind: 'ready', idleSeconds: 9, busy });
    const asked = agent.requests.find(({ path }) => path === count);
    expect([asked?.query.get('status'), asked?.headers['x-session-api-key']]).toEqual(['running', 'session']);
  });

  it.each<[string, AgentReply | undefined]>([
    ['is not supported', { status: 404 }],
    ['does not answer', undefined],
    ['answers with another shape', { body: { running: 'yes' } }],
    ['is negative', { body: -1 }],
  ])('uses the idle time alone when the count of running conversations %s', async (_, reply) => {
    answers({ [health]: {}, [info]: { body: { idle_time: 9 } }, ...(reply ? { [count]: reply } : {}) });

    expect(await agents.health(agent.url, 'session')).toEqual({ kind: 'ready', idleSeconds: 9, busy: false });
  });

  it.each([401, 403])(
    'is unreachable when the server refuses our session key with %i, as it is another agent',
    async (status) => {
      answers({ [health]: {}, [info]: { body: { idle_time: 9 } }, [count]: { status } });

      expect(await agents.health(agent.url, 'session')).toEqual({ kind: 'unreachable' });
    },
  );

  it('is dormant while the agent has no keys', async () => {
    // OpenHands agent servers 1.43.1 and 1.58.2 are ready before they have keys.
    const body = { exception: "503: server is in deferred-init state 'dormant'; call POST /api/init first" };
    answers({ [health]: {}, [info]: { body: { idle_time: 9 } }, [count]: { status: 503, body } });

    expect(await agents.health(agent.url, 'session')).toEqual({ kind: 'dormant' });
    expect(await agents.health(agent.url)).toEqual({ kind: 'dormant' });
  });

  it('never has a negative idle time', async () => {
    answers({ [health]: {}, [info]: { body: { idle_time: -1e9 } } });

    expect(await agents.health(agent.url)).toMatchObject({ idleSeconds: 0 });
  });

  it('is dormant while the agent is not ready', async () => {
    answers({ [health]: { status: 503 } });

    expect(await agents.health(agent.url, 'session')).toEqual({ kind: 'dormant' });
  });

  it.each<[string, Record<string, AgentReply>]>([
    ['it breaks the connection', {}],
    ['its information is no JSON', { [health]: {}, [info]: { body: 'hello' } }],
    ['its idle time is no number', { [health]: {}, [info]: { body: { idle_time: 'long' } } }],
  ])('is unreachable when %s', async (_, replies) => {
    answers(replies);

    expect(await agents.health(agent.url)).toEqual({ kind: 'unreachable' });
  });

  it('is unreachable when no server listens', async () => {
    expect(await agents.health('http://127.0.0.1:1')).toEqual({ kind: 'unreachable' });
  });

  it.each(answersOfEdge)('is never dormant when the edge answers: %s', async (name, reply) => {
    agent.reply = () => reply;

    // Without its keys, the edge refuses requests to any agent.
    const isFaultOfEdge = ['problem unavailable', 'problem sandbox_address_invalid'].includes(name);
    const kind = isFaultOfEdge ? 'hidden' : 'unreachable';
    expect(await agents.health(agent.url, 'session')).toEqual({ kind });
  });

  it('is ready when the edge refuses the request for running conversations', async () => {
    const refusal = refusalOfEdge('sandbox_address_invalid');
    answers({ [health]: {}, [info]: { body: { idle_time: 9 } }, [count]: refusal });

    expect(await agents.health(agent.url, 'session')).toEqual({ kind: 'ready', idleSeconds: 9, busy: false });
  });

  it('sends all requests at once, so that a silent agent costs one time limit', async () => {
    const asked = await Promise.all(
      [health, info, count].map(async (silent) => {
        const { url, requests, close } = await startHttpAgent(({ path }) =>
          path === silent ? 'silence' : { body: { idle_time: 0 } },
        );
        const { kind } = await agents.health(url, 'session');
        await close();
        return [kind, requests.length];
      }),
    );

    expect(asked).toEqual([
      ['unreachable', 3],
      ['unreachable', 3],
      ['ready', 3],
    ]);
  });
});

describe('initialisation of an agent', () => {
  const setup = {
    initKey: 'init',
    sessionKey: 'session',
    deliveryKey: 'delivery',
    secretKey: 'secret',
    allowedOrigins: ['https://a'],
    webhookUrl: 'https://service.example/api/v1/webhooks',
  };

  it('configures where events go, with a short delay and a bounded batch size', async () => {
    await agents.init(agent.url, setup);

    expect(agent.requests[0]?.body.webhooks).toEqual([
      {
        base_url: setup.webhookUrl,
        headers: { 'X-Delivery-Key': 'delivery' },
        event_buffer_size: 5,
        flush_delay: 2,
        num_retries: 3,
        retry_delay: 5,
        max_batch_bytes: 1_048_576,
        max_queue_bytes: 6_200_000,
      },
    ]);
  });

  it('delivers the keys under the init key', async () => {
    await agents.init(agent.url, setup);

    expect(agent.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/init',
        headers: { 'x-init-api-key': 'init', 'content-type': 'application/json' },
        body: {
          ...{ session_api_keys: ['session'], secret_key: 'secret', allow_cors_origins: ['https://a'] },
          // Commands inherit the environment of RunTask.
          env: { OH_SECRET_KEY: '' },
        },
      },
    ]);
  });

  it('fails when the agent refuses', async () => {
    agent.reply = () => ({ status: 401 });

    await expect(agents.init(agent.url, setup)).rejects.toThrow('401');
  });

  it.each(answersOfEdge)('fails when the edge answers: %s', async (_, reply) => {
    agent.reply = () => reply;

    await expect(agents.init(agent.url, setup)).rejects.toMatchObject({ name: 'EdgeRefusedError' });
  });

  it('does not take a refusal of the edge as proof that the agent refuses others', async () => {
    agent.reply = ({ path, headers }) => {
      if (path === '/api/init') return { status: 400 };
      return headers['x-session-api-key'] ? { body: 0 } : refusalOfEdge('sandbox_address_invalid');
    };

    await expect(agents.init(agent.url, setup)).rejects.toMatchObject({ name: 'EdgeRefusedError' });
  });

  it.each([
    ['has our key', 400, 200, 401, true],
    ['has our key, and forbids all others', 400, 200, 403, true],
    ['has our key, and no longer an init key', 401, 200, 401, true],
    ['has another key', 400, 401, 401, false],
    ['accepts any key', 400, 200, 200, false],
  ])(
    'after an earlier initialisation depends on the keys: an agent that %s',
    async (_, status, withKey, withoutKey, isOurs) => {
      agent.reply = ({ path, headers }) => {
        if (path === '/api/init') return { status };
        return { status: headers['x-session-api-key'] === 'session' ? withKey : withoutKey, body: 0 };
      };

      const outcome = await agents.init(agent.url, setup).then(
        () => true,
        (error: Error) => error.message,
      );

      expect(outcome).toBe(isOurs || 'Another client initialised the agent server first.');
    },
  );
});

describe('preparation for a pause', () => {
  const sandbox = aRunningSandbox({ exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url: agent.url }] });

  it('is requested with the session key', async () => {
    await agents.prepareForPause(sandbox);

    expect(agent.requests).toMatchObject([
      { method: 'GET', path: '/api/conversations/search' },
      { method: 'POST', path: '/api/conversations/prepare-for-sandbox-pause' },
    ]);
    const key = await keys.sessionKey(sandbox);
    expect(agent.requests.map(({ headers }) => headers['x-session-api-key'])).toEqual([key, key]);
  });

  it('interrupts the runs first, as an agent finishes its current step before it prepares', async () => {
    agent.reply = ({ path }) => ({ body: path.endsWith('/search') ? { items: [{ id: 'a-b' }, { id: 'c/d' }] } : {} });

    await agents.prepareForPause(sandbox);

    const [search, ...calls] = agent.requests.map(({ method, path }) => `${method} ${path}`);
    expect([search, agent.requests[0]?.query.get('status')]).toEqual(['GET /api/conversations/search', 'running']);
    expect(calls.toSorted()).toEqual([
      'POST /api/conversations/a-b/interrupt',
      'POST /api/conversations/c%2Fd/interrupt',
      'POST /api/conversations/prepare-for-sandbox-pause',
    ]);
    expect(calls.at(-1)).toContain('prepare-for-sandbox-pause');
  });

  it('never blocks a pause', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    agent.reply = () => undefined;

    await expect(agents.prepareForPause(sandbox)).resolves.toBeUndefined();
    await expect(agents.prepareForPause({ ...sandbox, agent_url: null })).resolves.toBeUndefined();
    vi.restoreAllMocks();
  });

  it('never blocks a pause when the edge answers, and logs that', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    agent.reply = () => refusalOfEdge('sandbox_moved');

    await agents.prepareForPause(sandbox);

    expect(JSON.stringify(warned.mock.calls)).toContain('EdgeRefusedError');
    vi.restoreAllMocks();
  });

  it('gives up on a silent agent after its limits of three and five seconds, and logs that', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    agent.reply = () => 'silence';
    expect([agentTimeouts.interrupt, agentTimeouts.prepare]).toEqual([3_000, 5_000]);

    await new HttpAgents(keys, { ...agentTimeouts, interrupt: 50, prepare: 50 }).prepareForPause(sandbox);

    expect(warned).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(warned.mock.calls)).not.toContain(await keys.sessionKey(sandbox));
    vi.restoreAllMocks();
  });
});

const soon = () => AbortSignal.timeout(5_000);
const call = (options: Partial<Parameters<typeof callAgent>[1]> = {}) =>
  callAgent(agent.url, { signal: soon(), ...options });

describe('HTTP call of an agent server', () => {
  it('sends method, headers and body, and reads status and text', async () => {
    agent.reply = () => ({ status: 201, body: 'grüße' });

    const answer = await call({ method: 'POST', headers: { 'X-Key': 'k' }, body: 'schöne' });

    expect(agent.requests).toMatchObject([{ method: 'POST', headers: { 'x-key': 'k' }, body: 'schöne' }]);
    expect(answer).toMatchObject({ status: 201, ok: true, text: 'grüße', bytes: Buffer.from('grüße') });
  });

  it('follows no redirect', async () => {
    agent.reply = () => ({ status: 302, headers: { location: '/elsewhere' } });

    expect(await call()).toMatchObject({ status: 302, ok: false });
  });

  it('aborts with its signal when the server does not answer', async () => {
    agent.reply = () => 'silence';

    await expect(call({ signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it('aborts with its signal when a response does not end', async () => {
    const server = createServer((_, response) => response.write('a beginning'));
    onTestFinished(() => close(server));

    await expect(callAgent(await listen(server), { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it('reads at most the size limit of a response', async () => {
    agent.reply = () => ({ body: Buffer.alloc(5 * 1024 * 1024) });

    await expect(call()).rejects.toThrow('sent more than');
  });

  it('ends after the longest call, even if its caller would wait longer', async () => {
    agent.reply = () => 'silence';
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);

    const called = call({ signal: new AbortController().signal });
    expect(timeout.mock.calls).toContainEqual([LONGEST_CALL_MS]);
    timeout.mockRestore();
    limit.abort(new Error('the time is up'));

    await expect(called).rejects.toThrow('the time is up');
  });

  it.each(answersOfEdge)('throws for an answer of the edge: %s', async (_, reply) => {
    agent.reply = () => reply;

    await expect(call()).rejects.toBeInstanceOf(EdgeRefusedError);
  });

  it('throws when no server listens', async () => {
    await expect(callAgent('http://127.0.0.1:1', { signal: soon() })).rejects.toThrow('ECONNREFUSED');
  });
});

const root = join(import.meta.dirname, '../../../../..');
const edge = readFileSync(join(root, 'infra/ingress/edge/origin.js'), 'utf8');

describe('timeouts of agent calls', () => {
  it('end before the read timeout of the edge', () => {
    const readTimeout = Number(/READ_TIMEOUT = (\d+);/.exec(edge)?.[1]);

    expect(LONGEST_CALL_MS).toBeLessThan(readTimeout * 1000);
    expect(LONGEST_CALL_MS).toBeGreaterThan(0);
  });

  it.each(Object.entries(agentTimeouts))('%s is at most the longest call', (_, milliseconds) => {
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(LONGEST_CALL_MS);
  });
});

const json = { 'content-type': 'application/json' };

function judge({ status = 200, headers = json, body }: AgentReply): EdgeRefusedError | undefined {
  return edgeRefusal(status, headers, typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}

describe('edgeRefusal', () => {
  it.each(answersOfEdge)('recognises %s, with its status', (_, reply) => {
    expect(judge(reply)).toBeInstanceOf(EdgeRefusedError);
    expect(judge(reply)?.status).toBe(reply.status);
  });

  it('has the code of a problem detail, but none for a page or an unknown code', () => {
    const codes = answersOfEdge.map(([, reply]) => judge(reply)?.code);
    const unknown = { status: 403, headers: { 'content-type': 'application/problem+json', 'x-sandbox-edge': '1' } };

    expect(codes.slice(0, 8)).toEqual([
      'not_found',
      'sandbox_address_invalid',
      'sandbox_moved',
      'sandbox_domain_needed',
      'sandbox_key_needed',
      'unavailable',
      'sandbox_moved',
      'sandbox_moved',
    ]);
    expect(new Set(codes.slice(8))).toEqual(new Set([null]));
    expect(judge({ ...unknown, body: { code: 'constructor' } })).toMatchObject({ code: null });
    expect(judge({ ...unknown, body: 'broken' })).toMatchObject({ code: null });
    expect(judge({ ...unknown, body: '[]' })).toMatchObject({ code: null });
  });

  it('names the response in one sentence', () => {
    expect(String(new EdgeRefusedError(410, 'sandbox_moved'))).toBe(
      'EdgeRefusedError: a gateway responded with 410 (sandbox_moved) instead of the agent server',
    );
    expect(new EdgeRefusedError(503, null).message).toBe('a gateway responded with 503 instead of the agent server');
  });

  it.each<[string, AgentReply]>([
    ['a success', { body: { code: 'sandbox_moved' } }],
    ['a page as content', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['a failure with JSON', { status: 503, body: { detail: 'initializing' } }],
    [
      'a failure with JSON and a character set',
      { status: 502, headers: { 'content-type': 'application/json; charset=utf-8' } },
    ],
    [
      'a failure as plain text',
      { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' },
    ],
    ['a refusal', { status: 404, body: { detail: 'Not Found' } }],
    ['a refusal with a code that only the edge uses, as JSON', { status: 410, body: { code: 'sandbox_moved' } }],
    [
      'a problem detail of its own',
      { status: 404, headers: { 'content-type': 'application/problem+json' }, body: { code: 'not_found' } },
    ],
  ])('leaves the agent %s', (_, reply) => {
    expect(judge(reply)).toBeUndefined();
  });
});
