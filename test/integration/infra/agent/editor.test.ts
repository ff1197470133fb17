import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { AgentProcess, sessionKey } from './agent-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'editors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Listens on the socket in its arguments, as both editors do, and returns each request. */
const program = `#!${process.execPath}
const { createServer } = process.getBuiltinModule('node:http');
const at = process.argv.findIndex((word) => word === '--socket' || word === '--socket-path');
const server = createServer((request, response) => {
  const { url, headers: { cookie } } = request;
  response.end(JSON.stringify({ url, cookie, home: process.env.HOME, keys: Object.keys(process.env), pid: process.pid }));
});
server.on('upgrade', (request, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: x\\r\\nConnection: Upgrade\\r\\n\\r\\n');
  socket.pipe(socket);
});
server.listen(process.argv[at + 1]);
`;

async function agentWith(name: string, key = sessionKey): Promise<AgentProcess> {
  const file = join(folder, name);
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  return await AgentProcess.start({
    env: { OH_SESSION_API_KEYS_0: key },
    args: ['--vscode', file, '--vscode-port', '0'],
  });
}

const open = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: 'manual' });

describe('VS Code of the reference agent', () => {
  test.each(['code-server', 'openvscode-server'])(
    'opens at its address and turns the token into a cookie: %s',
    async (name) => {
      const agent = await agentWith(name);
      const { url } = (await agent.get('/api/vscode/url?workspace_dir=/workspace/a%20b')).body;
      expect((await agent.get('/api/vscode/status')).body).toEqual({ running: true, enabled: true });
      expect((await agent.get('/api/vscode/url?base_url=https://l.example.com/x')).body).toEqual({
        url: `https://l.example.com/?tkn=${sessionKey}&folder=%2Fworkspace%2Fproject`,
      });
      const { origin } = new URL(url);

      expect((await open(origin)).status).toBe(403);
      expect((await open(`${origin}/?tkn=wrong`)).status).toBe(403);
      const byEdge = { 'X-Forwarded-Proto': 'https' };
      const admitted = await open(url, byEdge);
      expect(admitted.status).toBe(302);
      const set = admitted.headers.get('set-cookie') ?? '';
      // Another sandbox below the same domain cannot set a cookie with this prefix.
      expect(set).toMatch(/^__Host-editor-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      expect(set + admitted.headers.get('location')).not.toContain(sessionKey);
      const [cookie = ''] = set.split(';');
      const shown = await open(`${origin}${admitted.headers.get('location')}`, {
        ...byEdge,
        Cookie: `theme=dark; ${cookie}`,
      });
      const seen = (await shown.json()) as { url: string; cookie: string; home: string; keys: string[]; pid: number };
      expect(seen).toMatchObject({ cookie: 'theme=dark', home: join(agent.workspace, '.home') });
      expect(new URL(seen.url, origin).searchParams.get('folder')).toBe(join(agent.workspace, 'a b'));
      expect(seen.keys.filter((key) => /SESSION|SECRET/.test(key))).toEqual([]);

      expect(await upgrade(origin, { ...byEdge, Cookie: cookie, Origin: origin })).toBe('echo');
      expect(await upgrade(origin, { ...byEdge, Cookie: cookie, Origin: 'https://another.example.com' })).toBe('403');
      const planted = { ...byEdge, Cookie: cookie.replace('__Host-', '') };
      expect(await upgrade(origin, planted)).toBe('403');
      expect(await upgrade(origin, {})).toBe('403');

      await agent.end('SIGKILL');
      await vi.waitFor(() => expect(() => process.kill(seen.pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });
    },
  );

  test('keeps a page connected after the sandbox was paused, until the session key changes', async () => {
    const upgraded = async (agent: AgentProcess, cookie: string) => {
      const { url } = (await agent.get('/api/vscode/url', { 'X-Session-API-Key': 'rotated' })).body ?? {};
      return upgrade(new URL(url ?? (await agent.get('/api/vscode/url')).body.url).origin, { Cookie: cookie });
    };
    const agent = await agentWith('code-server');
    const { url } = (await agent.get('/api/vscode/url')).body;
    const [cookie = ''] = ((await open(url)).headers.get('set-cookie') ?? '').split(';');
    await agent.end('SIGKILL');

    expect(await upgraded(await agentWith('code-server'), cookie)).toBe('echo');
    expect(await upgraded(await agentWith('code-server', 'rotated'), cookie)).toBe('403');
  });

  test('says so where it does not start, and where there is none', async () => {
    const broken = await AgentProcess.start({
      env: { OH_SESSION_API_KEYS_0: sessionKey },
      args: ['--vscode', '/bin/false', '--vscode-port', '0'],
    });
    const { url } = (await broken.get('/api/vscode/url')).body;
    const [cookie = ''] = ((await open(url)).headers.get('set-cookie') ?? '').split(';');
    const answer = await open(new URL(url).origin, { Cookie: cookie });
    expect([answer.status, await answer.text()]).toEqual([502, 'VS Code does not start in this sandbox.']);

    const without = await AgentProcess.shared();
    const said = expect.stringContaining('neither openvscode-server nor code-server was found');
    expect(await without.get('/api/vscode/url')).toMatchObject({ status: 503, body: { detail: said } });
    expect((await without.get('/api/vscode/status')).body).toEqual({ running: false, enabled: false, message: said });
  });
});

/** Opens a WebSocket. @returns whether it opened, or the status of the refusal */
async function upgrade(origin: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(origin);
  return await new Promise((resolve, reject) => {
    const asked = request({ hostname, port, headers: { ...headers, Connection: 'Upgrade', Upgrade: 'x' } });
    asked.once('upgrade', (_, socket) => {
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
      socket.write('echo');
    });
    asked.once('response', ({ statusCode }) => resolve(String(statusCode)));
    asked.once('error', reject);
    asked.end();
  });
}
