import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useHttpAgent } from '../../../support/http/http-agent.ts';
import { AgentProcess } from './agent-process.ts';

const node = process.execPath;
const answering = "process.stdin.once('data', (line) => console.log(JSON.parse(line).method, process.env.A))";
const tools = await useHttpAgent();
tools.reply = ({ path }) => ({ status: path === '/refused' ? 401 : 200 });

test.each<[string, object, object]>([
  [
    'a server that answers',
    { url: tools.url, transport: 'http', headers: { Authorization: 'Bearer x' } },
    { ok: true },
  ],
  ['a server of events', { url: `${tools.url}/sse`, transport: 'sse' }, { ok: true }],
  ['a program that answers', { command: node, args: ['-e', answering], env: { A: 'b' } }, { ok: true }],
  ['a server that refuses', { url: `${tools.url}/refused` }, { ok: false, error: expect.stringContaining('401') }],
  ['a port without a server', { url: 'http://127.0.0.1:9' }, { ok: false, error_kind: 'connection' }],
  ['a missing program', { command: 'no-such-program' }, { ok: false, error: expect.stringContaining('ENOENT') }],
  ['a program that ends', { command: node, args: ['-e', ''] }, { ok: false, error: expect.stringContaining('closed') }],
  ['a program that says nothing', { command: 'sleep', args: ['60'] }, { ok: false, error_kind: 'timeout' }],
])('the reference agent tests %s', async (_, server, expected) => {
  const agent = await AgentProcess.shared();

  const { status, body } = await agent.post('/api/mcp/test', { name: 'one', server, timeout: 2 });

  expect([status, body]).toMatchObject([200, expected]);
});

test('the reference agent speaks as the transport asks', () => {
  expect(tools.requests.slice(0, 2)).toMatchObject([
    { method: 'POST', headers: { authorization: 'Bearer x' }, body: { method: 'initialize' } },
    { method: 'GET', path: '/sse' },
  ]);
});

test.each([
  ['{"PreToolUse": [], "Stopp": []}', null],
  ['{"stop": [}', null],
  ['{"hooks": {"Stop": []}}', expect.objectContaining({ stop: [] })],
])('the reference agent reads the hooks %s as a whole or not at all', async (text, hook_config) => {
  const agent = await AgentProcess.shared();
  const directory = join(agent.workspace, 'hooked');
  mkdirSync(join(directory, '.openhands'), { recursive: true });
  writeFileSync(join(directory, '.openhands/hooks.json'), text);

  expect((await agent.post('/api/hooks', { project_dir: directory })).body).toEqual({ hook_config });
});
