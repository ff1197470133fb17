import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { askAgent, startConversation } from '../../support/service/conversations.ts';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
const conversation = await startConversation(owner.api);
/** The base URL of the agent, which can have a path. */
const agentUrl = conversation.url.slice(0, conversation.url.indexOf('/api/conversations/'));
const headers = { 'X-Session-API-Key': conversation.sessionKey };
await upload('/workspace/project/PLAN.md', '# The plan\n');
await upload('/workspace/project/src/a.txt', 'Grüße\n');

async function upload(path: string, content: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'file');
  const target = `${agentUrl}/api/file/upload?path=${encodeURIComponent(path)}`;
  const response = await fetch(target, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

async function run(command: string): Promise<void> {
  const response = await fetch(`${agentUrl}/api/bash/execute_bash_command`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ command, cwd: '/workspace/project', timeout: 60 }),
  });
  expect(await response.json()).toMatchObject({ exit_code: 0 });
}

const at = (rest: string) => `/api/v1/app-conversations/${conversation.id}/${rest}`;
const legacy = (rest: string) => `/api/conversations/${conversation.id}/${rest}`;

describe('endpoints that read from the agent of a sandbox', () => {
  it('return the plan, or the file of the query', async () => {
    expect((await owner.api.get(at('file'))).body).toBe('# The plan\n');
    expect((await owner.api.get(at('file'), { file_path: '/workspace/project/src/a.txt' })).body).toBe('Grüße\n');
    expect((await owner.api.get(at('file'), { file_path: '/workspace/nothing' })).body).toBe('');
    expect((await stranger.api.get(at('file'))).body).toBe('');
  });

  it('list the files of the working directory', async () => {
    await run('mkdir -p node_modules/a .git lib/dist "a b" && touch node_modules/a/x .git/x lib/dist/x "a b/ü x" .env');
    const { body: read } = await owner.api.get(`/api/v1/app-conversations/${conversation.id}`);
    expect(read.workspace).toEqual({ working_dir: '/workspace/project' });

    const files = ['.env', 'PLAN.md', 'a b/ü x', 'src/a.txt'];
    expect((await owner.api.get(at('files'), { path: read.workspace.working_dir })).body).toEqual(files);
    expect((await owner.api.get(at('files'))).body).toEqual(files);
    expect((await owner.api.get(at('files'), { path: '/workspace/project/src' })).body).toEqual(['a.txt']);
    const above = await owner.api.get(at('files'), { path: '/workspace' });
    expect(above.body).toEqual(expect.arrayContaining(['project/PLAN.md', 'project/a b/ü x']));
    expectProblem(await owner.api.get(at('files'), { path: '/workspace/$(touch x)' }), 404, 'not_found');
    expectProblem(await owner.api.get(at('files'), { path: '/etc' }), 422, 'validation_failed');
    expectProblem(await stranger.api.get(at('files')), 404, 'not_found');
  });

  it.each(['/etc/passwd', '/workspace/../etc/passwd', '/workspacey', 'PLAN.md', '/proc/self/environ'])(
    'refuse the path %s, which leads out of the workspace',
    async (file_path) => {
      const answer = await owner.api.get(at('file'), { file_path });

      expectProblem(answer, 422, 'validation_failed');
      expect(answer.body.errors).toMatchObject([{ loc: ['query', 'file_path'] }]);
    },
  );

  it('return files and lists of files to legacy clients', async () => {
    expect((await owner.api.get(legacy('list-files'))).body).toEqual(expect.arrayContaining(['src/', 'PLAN.md']));
    expect((await owner.api.get(legacy('list-files'), { path: 'src' })).body).toEqual(['src/a.txt']);
    expect((await owner.api.get(legacy('select-file'), { file: 'src/a.txt' })).body).toEqual({ code: 'Grüße\n' });
    expectProblem(await owner.api.get(legacy('list-files'), { path: 'nothing' }), 404, 'not_found');
    expectProblem(await owner.api.get(legacy('select-file'), { file: 'nothing' }), 404, 'not_found');
    await run('head -c 3000000 /dev/zero > ../large');
    expectProblem(await owner.api.get(legacy('select-file'), { file: '../large' }), 413, 'payload_too_large');
  });

  it('return the project as a ZIP archive', async () => {
    const response = await fetch(`${owner.api.baseUrl}${legacy('zip-directory')}`, {
      headers: { 'X-Session-API-Key': owner.apiKey },
    });

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
    expect(files.map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual(
      expect.arrayContaining([
        ['project/PLAN.md', '# The plan\n'],
        ['project/src/a.txt', 'Grüße\n'],
      ]),
    );
  });

  it('return the changes and diffs of a git repository', async () => {
    const author = '-c user.name=Ann -c user.email=ann@example.com';
    await run(`git init -q && git add PLAN.md src && git ${author} commit -q -m First && echo more >> src/a.txt`);

    const file = '/workspace/project/src/a.txt';
    const diff = { original: 'Grüße', modified: 'Grüße\nmore' };
    expect((await owner.api.get(at('git/changes'), { path: '/workspace/project' })).body).toContainEqual({
      status: 'UPDATED',
      path: 'src/a.txt',
    });
    expect((await owner.api.get(at('git/diff'), { path: file })).body).toEqual(diff);
    expect((await owner.api.get(legacy('git/changes'))).body).toContainEqual({ status: 'M', path: 'src/a.txt' });
    expect((await owner.api.get(legacy('git/diff'), { path: 'src/a.txt' })).body).toEqual(diff);
    for (const answer of [
      await owner.api.get(at('git/diff'), { path: '/workspace/project/nothing' }),
      await owner.api.get(legacy('git/diff'), { path: 'nothing' }),
    ])
      expectProblem(answer, 404, 'not_found');
  });

  it('return the names of changed files as they are, and the text of deleted ones', async () => {
    const names = ['日本/メモ.txt', 'gone/café.txt', 'a file.txt', 'say "hi".txt', 'back\\slash.txt'];
    const author = '-c user.name=Ann -c user.email=ann@example.com';
    const each = (action: string) => `for name in ${names.map((name) => `'${name}'`).join(' ')}; do ${action}; done`;
    await run(`mkdir -p names/日本 names/gone && cd names && git init -q && ${each('echo 1 >"$name"')} &&
      git add -A && git ${author} commit -q -m 1 && echo 2 >>日本/メモ.txt && rm -r gone && echo 1 >新.txt`);
    const directory = '/workspace/project/names';
    const changes = async () => (await owner.api.get(at('git/changes'), { path: directory })).body;
    const plain = [
      { status: 'DELETED', path: 'gone/café.txt' },
      { status: 'ADDED', path: '新.txt' },
      { status: 'UPDATED', path: '日本/メモ.txt' },
    ];
    expect(await changes()).toHaveLength(3);
    expect(await changes()).toEqual(expect.arrayContaining(plain));
    // Agent servers cannot read a line with a space, and lose what git quotes.
    await run(`cd names && ${each('[ -e "$name" ] && echo 2 >>"$name"')} || true`);

    expect(await changes()).toEqual([
      { status: 'UPDATED', path: 'a file.txt' },
      { status: 'UPDATED', path: 'back\\slash.txt' },
      plain[0],
      { status: 'UPDATED', path: 'say "hi".txt' },
      ...plain.slice(1),
    ]);
    const diff = async (name: string) => (await owner.api.get(at('git/diff'), { path: `${directory}/${name}` })).body;
    expect(await diff('日本/メモ.txt')).toEqual({ original: '1', modified: '1\n2\n2' });
    expect(await diff('say "hi".txt')).toEqual({ original: '1', modified: '1\n2' });
    expect(await diff('gone/café.txt')).toEqual({ original: '1', modified: '' });
  });

  it('accept file paths in the URL, as clients of 2025 send them', async () => {
    const byPath = (route: string, path: string, init: RequestInit = {}) =>
      fetch(`${agentUrl}/api/${route}/${encodeURIComponent(path)}`, { headers, ...init });
    const body = new FormData();
    body.append('file', new Blob(['attached']), 'b.txt');

    expect((await byPath('file/upload', '/workspace/b+&%.txt', { method: 'POST', body })).status).toBe(200);
    expect(await (await byPath('file/download', '/workspace/b+&%.txt')).text()).toBe('attached');
    const changes = await (await byPath('git/changes', '/workspace/project')).json();
    expect(changes).toContainEqual({ status: 'UPDATED', path: 'src/a.txt' });
    const diff = await (await byPath('git/diff', '/workspace/project/src/a.txt')).json();
    expect(diff).toEqual({ original: 'Grüße', modified: 'Grüße\nmore' });
  });

  it('return a prompt that asks the agent to remember a message', async () => {
    await askAgent(conversation, '/events', 'The tests need a database');
    const { body } = await askAgent(conversation, '/events/search?kind=MessageEvent&source=user&limit=1');

    const remembered = await owner.api.get(legacy('remember-prompt'), { event_id: body.items[0].id });

    expect(remembered.body).toMatchObject({ status: 'success', prompt: expect.stringContaining('need a database') });
    for (const event_id of ['none', '1', 'search', randomUUID()])
      expectProblem(await owner.api.get(legacy('remember-prompt'), { event_id }), 404, 'not_found');
  });

  it("return 404 for a profile that the owner does not have, and the agent's error for a model", async () => {
    const profile = await owner.api.post(at('switch_profile'), { profile_name: 'fast' });
    const model = await owner.api.post(at('switch_acp_model'), { model: 'openai/fast' });

    expectProblem(profile, 404, 'not_found');
    expect(profile.body.detail).toContain('Profile fast not found');
    expectProblem(model, 400, 'malformed_request');
    expect(model.body.detail).toContain('only supported for ACP conversations');
  });

  it('return an empty response while the sandbox is paused, or a 409 that names the resume', async () => {
    await owner.api.post(`/api/v1/sandboxes/${conversation.sandboxId}/pause`);

    expect((await owner.api.get(at('file'))).body).toBe('');
    expect((await owner.api.get(at('skills'))).body).toEqual({ skills: [] });
    expect((await owner.api.get(at('hooks'))).body).toEqual({ hooks: [] });
    expect((await owner.api.get(legacy('microagents'))).body).toEqual({ microagents: [] });
    const refused = await owner.api.get(at('git/changes'), { path: '/workspace/project' });
    expectProblem(refused, 409, 'conflict');
    expect(refused.body.detail).toContain(`/api/v1/sandboxes/${conversation.sandboxId}/resume`);
  });
});
