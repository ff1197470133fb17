import { describe, expect, it } from 'vitest';
import { bodyLimitBytes } from '../../../../infra/agent/http/body.ts';
import { AgentProcess, aMessage, aStartRequest, runToEnd, sessionKey, waitFor } from './agent-process.ts';

const noKey = { 'X-Session-API-Key': '' };

describe('the open routes of the reference agent', () => {
  it("return the server's liveness, health, readiness and name", async () => {
    const agent = await AgentProcess.shared();

    const [alive, health, ready, info] = await Promise.all(
      ['/alive', '/health', '/ready', '/server_info'].map((path) => agent.get(path, noKey)),
    );

    expect(alive).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(health).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(info?.body).toMatchObject({ title: 'Reference Agent Server', version: '1.43.1', sdk_version: '1.43.1' });
    expect(info?.body).toMatchObject({ tools_version: '1.43.1', usable_tools: [], idle_time: expect.any(Number) });
  });

  it('return the idle time since the last event of a conversation', async () => {
    const agent = await AgentProcess.shared();
    const idle = async (): Promise<number> => (await agent.get('/server_info')).body.idle_time;
    await expect.poll(idle, { timeout: 60_000 }).toBeGreaterThan(0);

    const begun = Date.now();
    await agent.create({ initial_message: aMessage('hello') });

    expect(await idle()).toBeLessThanOrEqual((Date.now() - begun) / 1000);
    expect((await agent.get('/server_info')).body.uptime).toBeGreaterThan(0);
  });

  it('answer unknown paths and wrong methods with a named error', async () => {
    const agent = await AgentProcess.shared();

    expect(await agent.get('/api/nothing')).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    expect(await agent.get('/%zz//?x')).toMatchObject({ status: 404 });
    const wrong = await agent.send('DELETE', '/alive');
    expect(wrong).toMatchObject({ status: 405, body: { detail: 'Method Not Allowed' } });
    expect(wrong.headers.get('allow')).toBe('GET');
    const head = await fetch(`${agent.baseUrl}/alive`, { method: 'HEAD' });
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await agent.get('/alive/')).status).toBe(200);
    expect((await agent.get('/api/conversations/%zz')).status).toBe(404);
  });
});

describe('the access to the reference agent', () => {
  it('requires one of its session keys for the API', async () => {
    const agent = await AgentProcess.shared();
    const path = '/api/conversations/search';

    for (const key of [sessionKey, 'another-session-key']) {
      expect(await agent.get(path, { 'X-Session-API-Key': key })).toMatchObject({ status: 200 });
    }
    expect(await agent.get(path, noKey)).toMatchObject({ status: 401, body: { detail: 'Unauthorized' } });
    expect(await agent.get(path, { 'X-Session-API-Key': 'wrong' })).toMatchObject({ status: 401 });
  });

  it('accepts the key of the older variable, and is open without any key', async () => {
    const keyed = await AgentProcess.start({ env: { SESSION_API_KEY: sessionKey } });
    const open = await AgentProcess.start({ env: {} });

    expect((await keyed.get('/api/conversations/count', noKey)).status).toBe(401);
    expect((await keyed.get('/api/conversations/count')).status).toBe(200);
    expect((await open.get('/api/conversations/count', noKey)).status).toBe(200);
  });

  it('allows pages of the allowed origins and no others, and never with credentials', async () => {
    const agent = await AgentProcess.shared();
    const open = await AgentProcess.start({ env: { OH_ALLOW_CORS_ORIGINS_0: '*' } });
    const allowed = async (origin: string, of = agent) => {
      const { headers } = await of.get('/alive', { Origin: origin });
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      return headers.get('access-control-allow-origin');
    };

    expect(await allowed('https://app.example.com')).toBe('https://app.example.com');
    expect(await allowed('http://localhost:3000')).toBeNull();
    expect(await allowed('null')).toBeNull();
    expect(await allowed('https://evil.example.com', open)).toBe('*');
    expect(await allowed('https://evil.example.com')).toBeNull();
    expect(await allowed('http://localhost.evil.example.com')).toBeNull();
    const preflight = await fetch(`${agent.baseUrl}/api/conversations`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-session-api-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-session-api-key');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('is logged with one readable line for each request, without keys', async () => {
    const agent = await AgentProcess.shared();

    await agent.get(`/api/conversations/search?session_api_key=${sessionKey}`);
    await agent.post('/api/conversations', aStartRequest());

    await waitFor(() => expect(agent.output).toMatch(/POST \/api\/conversations 201 \d+ms\n/));
    expect(agent.output).toMatch(/GET \/api\/conversations\/search 200 \d+ms\n/);
    expect(agent.output).not.toContain(sessionKey);
    expect(agent.output).not.toContain('sk-very-secret');
  });
});

describe('malformed input of the reference agent', () => {
  it('is refused with the names of the invalid fields', async () => {
    const agent = await AgentProcess.shared();
    const path = '/api/conversations';
    const deep = '['.repeat(5000) + ']'.repeat(5000);

    const malformed = await agent.send('POST', path, '{"workspace":');
    expect(malformed).toMatchObject({ status: 422, body: { detail: [{ type: 'json_invalid', loc: ['body'] }] } });
    expect(await agent.send('POST', path, '[]')).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'dict_type' }, {}, {}] },
    });
    expect(await agent.send('POST', path, deep)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'json_too_deep' }] },
    });
    const text = await agent.send('POST', path, '{}', { 'Content-Type': 'text/plain' });
    expect(text).toMatchObject({ status: 422, body: { detail: [{ type: 'content_type' }] } });
  });

  it('is refused above the size limit, and the server keeps running', async () => {
    const agent = await AgentProcess.shared();

    const tooLarge = await agent.send('POST', '/api/conversations', `"${'x'.repeat(bodyLimitBytes)}"`);

    expect(tooLarge).toMatchObject({ status: 413, body: { detail: expect.stringContaining('larger') } });
    expect((await agent.get('/alive')).status).toBe(200);
  });
});

describe('the process of the reference agent', () => {
  it('exits immediately with one sentence if it cannot start', async () => {
    const agent = await AgentProcess.shared();
    const port = new URL(agent.baseUrl).port;

    expect(await runToEnd(['--port', port])).toEqual([1, expect.stringContaining('EADDRINUSE')]);
    expect(await runToEnd(['--port', 'many'])).toEqual([
      1,
      expect.stringContaining('--port many is not a port number'),
    ]);
    expect(await runToEnd(['--unknown'])).toEqual([1, expect.stringContaining('usage:')]);
    expect(await runToEnd([], { OH_DEFERRED_INIT: 'true' })).toEqual([1, expect.stringContaining('OH_SECRET_KEY')]);
  });
});
