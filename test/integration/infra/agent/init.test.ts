import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { Cipher } from '../../../../infra/agent/secrets/private-part.ts';
import { AgentProcess, aMessage, sessionKey, waitFor } from './agent-process.ts';

const initKey = 'single-use-init-key';
const env = { OH_DEFERRED_INIT: 'true', OH_SECRET_KEY: initKey };
const withKey = { 'X-Init-API-Key': initKey };
const configuration = {
  session_api_keys: [sessionKey],
  secret_key: 'the-sandbox-secret',
  conversations_path: '/workspace/conversations',
  bash_events_dir: '/workspace/bash_events',
  conversation_worktree_root: '/workspace/worktrees',
  allow_cors_origins: ['https://app.example.com'],
  webhooks: [
    { base_url: 'http://127.0.0.1:9/api/v1/webhooks', headers: { a: 'b' }, event_buffer_size: 5, num_retries: 0 },
  ],
  env: { EXAMPLE: 'value' },
  web_url: null,
};

describe('the deferred initialisation of the reference agent', () => {
  it('leaves the server alive but dormant until it is done', async () => {
    const agent = await AgentProcess.start({ env });

    expect((await agent.get('/alive')).status).toBe(200);
    expect((await agent.get('/health')).status).toBe(200);
    expect((await agent.get('/ready')).status).toBe(200);
    expect((await agent.get('/api/init')).body).toEqual({ state: 'dormant', error: null });
    expect(await agent.get('/api/conversations/search')).toMatchObject({
      status: 503,
      body: { detail: expect.any(String) },
    });
    expect((await agent.post('/api/conversations')).status).toBe(503);
    const socket = new WebSocket(`${agent.socketUrl}/sockets/events/x`);
    const refusal = await new Promise((resolve) =>
      socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode)),
    );
    expect(refusal).toBe(503);
  });

  it('applies all its fields', async () => {
    const agent = await AgentProcess.start({ env });

    const initialised = await agent.post('/api/init', configuration, withKey);

    expect(initialised).toMatchObject({ status: 200, body: { state: 'ready', error: null } });
    expect((await agent.get('/ready')).status).toBe(200);
    expect((await agent.get('/api/init')).body.state).toBe('ready');
    expect((await agent.get('/api/conversations/count', { 'X-Session-API-Key': initKey })).status).toBe(401);
    const id = await agent.create({
      initial_message: aMessage('hi'),
      workspace: { working_dir: '/workspace/project' },
    });
    await agent.waitForStatus(id, 'finished');
    expect(existsSync(join(agent.workspace, 'conversations', id.replaceAll('-', ''), 'meta.json'))).toBe(true);
    expect(existsSync(join(agent.workspace, 'project'))).toBe(true);
    const cors = await agent.get('/alive', { Origin: 'https://app.example.com' });
    expect(cors.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  });

  it('accepts only the key of the boot, and only once', async () => {
    const agent = await AgentProcess.start({ env });

    expect(await agent.post('/api/init', configuration)).toMatchObject({
      status: 401,
      body: { detail: 'Unauthorized' },
    });
    expect((await agent.post('/api/init', configuration, { 'X-Init-API-Key': `${initKey}x` })).status).toBe(401);
    expect((await agent.get('/ready')).status).toBe(200);
    expect((await agent.post('/api/init', configuration, withKey)).status).toBe(200);
    expect((await agent.post('/api/init', configuration, withKey)).status).toBe(401);
    const withSecretKey = { 'X-Init-API-Key': configuration.secret_key };
    expect(await agent.post('/api/init', configuration, withSecretKey)).toMatchObject({
      status: 400,
      body: { detail: 'server already in state: ready' },
    });
  });

  it('leaves nothing in the environment that opens anything', async () => {
    const agent = await AgentProcess.start({ env });
    await agent.post('/api/init', { ...configuration, env: { OH_SECRET_KEY: '' } }, withKey);
    const secrets = { TOKEN: { kind: 'StaticSecret', value: 'never-in-the-environment' } };
    const id = await agent.create({ initial_message: aMessage('hi'), secrets });
    await agent.waitForStatus(id, 'finished');

    const printed = await agent.post('/api/bash/execute_bash_command', {
      command: `env; tr '\\0' '\\n' < /proc/$PPID/environ`,
    });

    // The initial environment stays readable in /proc. It contains only the init key.
    const keys = printed.body.stdout.split('\n').filter((line: string) => /KEY|SECRET|HEADERS/.test(line));
    expect(keys).toEqual([`OH_SECRET_KEY=${initKey}`]);
    for (const key of [sessionKey, configuration.secret_key, 'never-in-the-environment']) {
      expect(printed.body.stdout).not.toContain(key);
    }
    for (const header of ['X-Session-API-Key', 'X-Init-API-Key', 'Authorization']) {
      const attempt = { 'X-Session-API-Key': '', [header]: initKey };
      expect((await agent.get('/api/conversations/count', attempt)).status).toBe(401);
      expect((await agent.post('/api/init', configuration, attempt)).status).toBe(401);
    }
    const folder = join(agent.workspace, 'conversations', id.replaceAll('-', ''));
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const kept = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const [sealed = ''] = /\bv1\.[\w-]+/.exec(kept.join()) ?? [];
    const opened = (key: string) =>
      [id, id.replaceAll('-', '')].map((name) => new Cipher(key).open(sealed, name) ?? '');
    expect(opened(configuration.secret_key).join()).toContain('never-in-the-environment');
    expect(opened(initKey)).toEqual(['', '']);
  });

  it('refuses unknown fields and wrong types, and the server stays dormant', async () => {
    const agent = await AgentProcess.start({ env });
    const wrong = { session_api_keys: 'one', surprise: true, webhooks: [{ base_url: 'ftp://x' }], secret_key: '' };

    const { status, body } = await agent.post('/api/init', wrong, withKey);

    expect(status).toBe(422);
    expect(body.detail.map((issue: { loc: string[] }) => issue.loc.join('.')).sort()).toEqual([
      'body.secret_key',
      'body.session_api_keys',
      'body.surprise',
      'body.webhooks.0.base_url',
    ]);
    expect((await agent.get('/api/init')).body.state).toBe('dormant');
  });

  it('can be repeated after a failure with a stated reason', async () => {
    const agent = await AgentProcess.start({ env });

    const failed = await agent.post('/api/init', { ...configuration, conversations_path: '/dev/null/x' }, withKey);

    expect(failed.status).toBe(500);
    expect((await agent.get('/api/init')).body).toEqual({
      state: 'dormant',
      error: expect.stringContaining('/dev/null'),
    });
    expect((await agent.post('/api/init', configuration, withKey)).status).toBe(200);
  });

  it('has no route without a deferred start', async () => {
    const agent = await AgentProcess.shared();

    expect((await agent.get('/api/init')).status).toBe(404);
    expect((await agent.post('/api/init', configuration, withKey)).status).toBe(404);
  });

  it('restores its conversations after a restart with a new session key', async () => {
    const agent = await AgentProcess.start({ env });
    await agent.post('/api/init', configuration, withKey);
    const id = await agent.create({ initial_message: aMessage('remember me') });
    await agent.waitForStatus(id, 'finished');
    expect(await agent.end('SIGTERM')).toBe(0);

    const again = await AgentProcess.start({ env: { ...env, OH_SECRET_KEY: 'next' }, workspace: agent.workspace });
    await again.post('/api/init', { ...configuration, session_api_keys: ['rotated'] }, { 'X-Init-API-Key': 'next' });

    const rotated = { 'X-Session-API-Key': 'rotated' };
    expect((await again.get(`/api/conversations/${id}`)).status).toBe(401);
    await again.post(`/api/conversations/${id}/events`, aMessage('go on', { run: true }), rotated);
    await waitFor(async () => {
      const { body } = await again.get(`/api/conversations/${id}/events/count?kind=MessageEvent`, rotated);
      expect(body).toBe(4);
    });
  });
});
