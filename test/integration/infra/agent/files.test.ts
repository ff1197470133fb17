import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { filesIn } from '../../../../shared/domain/agents/proxy/workspace-zip.ts';
import { AgentProcess, sessionKey } from './agent-process.ts';

const headers = { 'X-Session-API-Key': sessionKey };

async function upload(agent: AgentProcess, path: string, content: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'any-name');
  const target = `${agent.baseUrl}/api/file/upload?path=${encodeURIComponent(path)}`;
  return await fetch(target, { method: 'POST', headers, body });
}

async function download(agent: AgentProcess, path: string): Promise<Response> {
  return await fetch(`${agent.baseUrl}/api/file/download?path=${encodeURIComponent(path)}`, { headers });
}

describe('the files of the reference agent', () => {
  test('are uploaded and downloaded unchanged, and their directories are created', async () => {
    const agent = await AgentProcess.shared();
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    const uploaded = await upload(agent, '/workspace/uploads/deep/own file.bin', bytes);
    expect([uploaded.status, await uploaded.json()]).toEqual([200, { success: true }]);
    expect(readFileSync(join(agent.workspace, 'uploads/deep/own file.bin')).equals(bytes)).toBe(true);
    const answer = await download(agent, '/workspace/uploads/deep/own file.bin');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain('own%20file.bin');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const named = encodeURIComponent('/workspace/uploads/+&%.txt');
    const body = new FormData();
    body.append('file', new Blob(['by path']), 'any-name');
    const byPath = { method: 'POST', headers, body };
    expect((await fetch(`${agent.baseUrl}/api/file/upload/${named}`, byPath)).status).toBe(200);
    expect(await (await fetch(`${agent.baseUrl}/api/file/download/${named}`, { headers })).text()).toBe('by path');
    expect((await fetch(`${agent.baseUrl}/api/file/download/${named}`)).status).toBe(401);
    await upload(agent, '/workspace/empty', '');
    expect((await (await download(agent, '/workspace/empty')).arrayBuffer()).byteLength).toBe(0);
  });

  test('keep their mode when an upload replaces them', async () => {
    const agent = await AgentProcess.shared();
    writeFileSync(join(agent.workspace, 'script'), 'old', { mode: 0o755 });
    symlinkSync('script', join(agent.workspace, 'link-to-script'));
    expect((await upload(agent, '/workspace/link-to-script', 'new')).status).toBe(200);
    expect(readFileSync(join(agent.workspace, 'script'), 'utf8')).toBe('new');
    expect(statSync(join(agent.workspace, 'script')).mode & 0o777).toBe(0o755);
  });

  test('are absent after an upload that failed', async () => {
    const agent = await AgentProcess.shared();
    writeFileSync(join(agent.workspace, 'plain-file'), '');
    const below = await upload(agent, '/workspace/plain-file/below', 'x');
    expect([below.status, await below.json()]).toEqual([
      500,
      { detail: expect.stringMatching(/^Failed to upload file: .*'\/workspace\/plain-file/) },
    ]);
    const half = '--abc\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
    const type = { 'Content-Type': 'multipart/form-data; boundary=abc' };
    const broken = await agent.send('POST', '/api/file/upload?path=/workspace/broken/half', half, type);
    expect(broken.status).toBe(422);
    expect(existsSync(join(agent.workspace, 'broken')) ? readdirSync(join(agent.workspace, 'broken')) : []).toEqual([]);
  });

  test('that cannot be read are refused with distinct errors', async () => {
    const agent = await AgentProcess.shared();
    expect((await download(agent, '/workspace/nothing')).status).toBe(404);
    expect((await download(agent, '/workspace')).status).toBe(400);
    expect((await download(agent, 'relative')).status).toBe(400);
    expect((await upload(agent, 'relative', 'x')).status).toBe(400);
    expect((await agent.get('/api/file/download')).status).toBe(422);
    const notAForm = await agent.post('/api/file/upload?path=/workspace/x', {});
    expect(notAForm.body.detail).toEqual([expect.objectContaining({ type: 'missing', loc: ['body', 'file'] })]);
    expect((await fetch(`${agent.baseUrl}/api/file/download?path=/workspace`)).status).toBe(401);
  });
});

describe('the directories of the reference agent', () => {
  test('are created with their parents, repeatedly, but never in place of a file', async () => {
    const agent = await AgentProcess.shared();
    for (const _ of [1, 2]) {
      const made = await agent.post('/api/file/create_directory?path=/workspace/one/two');
      expect(made).toMatchObject({ status: 200, body: { success: true } });
    }
    writeFileSync(join(agent.workspace, 'file'), '');
    expect((await agent.post('/api/file/create_directory?path=/workspace/file')).status).toBe(400);
    expect((await agent.post('/api/file/create_directory?path=/workspace/file/below')).status).toBe(400);
  });

  test('are listed in pages, under the requested name', async () => {
    const agent = await AgentProcess.shared();
    for (const name of ['b', 'A', 'c', '.hidden']) mkdirSync(join(agent.workspace, 'list', name), { recursive: true });
    writeFileSync(join(agent.workspace, 'list/file'), '');
    const first = await agent.get('/api/file/search_subdirs?path=/workspace/list&limit=2');
    expect(first.body).toEqual({
      items: [
        { name: 'A', path: '/workspace/list/A' },
        { name: 'b', path: '/workspace/list/b' },
      ],
      next_page_id: 'c',
    });
    const second = await agent.get('/api/file/search_subdirs?path=/workspace/list&limit=2&page_id=c');
    expect(second.body).toEqual({ items: [{ name: 'c', path: '/workspace/list/c' }], next_page_id: null });
    const all = await agent.get('/api/file/search_subdirs?path=/workspace/list&include_hidden=true');
    expect(all.body.items).toHaveLength(4);
    expect((await agent.get('/api/file/search_subdirs?path=/workspace/nothing')).status).toBe(404);
    const { body: home } = await agent.get('/api/file/home');
    expect(home).toMatchObject({ home: '/workspace', locations: [{ label: '/workspace', path: '/workspace' }] });
    expect(home.favorites).toContainEqual({ label: 'list', path: '/workspace/list' });
  });
});

describe('a path outside of the workspace', () => {
  test('is refused by every endpoint for files and git, however it leads there', async () => {
    const agent = await AgentProcess.shared();
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'api-key'), 'acs_secret');
    symlinkSync(outside, join(agent.workspace, 'out'));
    symlinkSync(join(outside, 'new'), join(agent.workspace, 'out-to-new'));
    symlinkSync('/proc/self', join(agent.workspace, 'process'));
    const ways = [`${outside}/api-key`, `${agent.workspace}/../${basename(outside)}/api-key`, '/workspace/out/api-key'];
    const others = [
      '/proc/self/environ',
      '/workspace/process/environ',
      '/workspace/../../etc/passwd',
      '/workspace/out-to-new',
    ];

    for (const path of [...ways, ...others]) {
      const query = `path=${encodeURIComponent(path)}`;
      const answers = [
        await agent.get(`/api/file/download?${query}`),
        await agent.get(`/api/file/archive?${query}&format=tar.gz`),
        await agent.get(`/api/file/search_subdirs?${query}`),
        await agent.post(`/api/file/create_directory?${query}`),
        await agent.get(`/api/git/changes?${query}`),
        await agent.get(`/api/git/diff?${query}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
      const shown = path.replace(agent.workspace, '/workspace');
      expect(answers[0]?.body.detail).toBe(`The path must be in /workspace: '${shown}' is not`);
      expect((await upload(agent, path, 'changed')).status).toBe(403);
    }
    expect(readFileSync(join(outside, 'api-key'), 'utf8')).toBe('acs_secret');
    expect(readdirSync(outside)).toEqual(['api-key']);
    rmSync(outside, { recursive: true });
  });

  test('is not where a link leads that stays inside', async () => {
    const agent = await AgentProcess.shared();
    await upload(agent, '/workspace/inside/file', 'here');
    symlinkSync('inside', join(agent.workspace, 'way-in'));

    expect(await (await download(agent, '/workspace/way-in/file')).text()).toBe('here');
    expect(await (await download(agent, join(agent.workspace, 'inside/file'))).text()).toBe('here');
  });
});

describe('the directory archive of the reference agent', () => {
  const archive = (agent: AgentProcess, path: string, more = '&format=tar.gz') =>
    fetch(`${agent.baseUrl}/api/file/archive?path=${encodeURIComponent(path)}${more}`, { headers });

  function write(agent: AgentProcess, files: Readonly<Record<string, string>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(agent.workspace, path)), { recursive: true });
      writeFileSync(join(agent.workspace, path), content);
    }
  }

  async function filesOf(response: Response): Promise<Record<string, string>> {
    const bytes = gunzipSync(Buffer.from(await response.arrayBuffer()));
    const found: Record<string, string> = {};
    for await (const { path, content } of filesIn(bytes)) found[path] = Buffer.from(content).toString();
    return found;
  }

  test("contains the files under the directory's name, without links and generated folders, and lists the omissions", async () => {
    const agent = await AgentProcess.shared();
    const long = `${'deep/'.repeat(40)}Grüße.txt`;
    const files = { 'a.txt': 'Hello', '-x': 'no option', [long]: 'far', 'own file\n': '' };
    const left = { 'node_modules/a.js': 'x', 'deep/b.pyc': 'x', '.git/config': 'token' };
    for (const [path, content] of Object.entries({ ...files, ...left })) write(agent, { [`project/${path}`]: content });
    write(agent, { outside: 'secret' });
    symlinkSync(join(agent.workspace, 'outside'), join(agent.workspace, 'project/link'));
    symlinkSync('/etc', join(agent.workspace, 'project/etc'));

    const answer = await archive(agent, '/workspace/project');

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(answer.headers.get('content-disposition')).toContain('project.tar.gz');
    const { 'project/archive_manifest.json': manifest = '', ...found } = await filesOf(answer);
    expect(found).toEqual(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])));
    expect(JSON.parse(manifest)).toMatchObject({ format: 'tar.gz', source: 'project', file_count: 4, total_bytes: 17 });
  });

  test('contains files whatever their names, and leaves out one that cannot be read', async () => {
    const agent = await AgentProcess.shared();
    const names = [Buffer.from('bad\xff.txt', 'latin1'), Buffer.from('..\\up.txt'), Buffer.from('C:drive.txt')];
    write(agent, { 'odd/closed.txt': 'x' });
    for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${agent.workspace}/odd/`), name]), 'kept');
    chmodSync(join(agent.workspace, 'odd/closed.txt'), 0);

    const answer = await archive(agent, '/workspace/odd');

    expect(answer.status).toBe(200);
    const {
      'odd/archive_manifest.json': manifest = '',
      'odd/closed.txt': _readByRoot,
      ...found
    } = await filesOf(answer);
    expect(found).toEqual({ 'odd/bad\uFFFD.txt': 'kept', 'odd/..\\up.txt': 'kept', 'odd/C:drive.txt': 'kept' });
    expect(JSON.parse(manifest)).toMatchObject({ source: 'odd' });
  });

  test("contains the single repository of the directory, with the repository's own manifest", async () => {
    const agent = await AgentProcess.shared();
    write(agent, { 'parent/readme': 'x', 'parent/group/tools/archive_manifest.json': 'theirs' });
    execFileSync('git', ['init', '-q', join(agent.workspace, 'parent/group/tools')]);

    const found = await filesOf(await archive(agent, '/workspace/parent'));

    expect(found).toEqual({ 'tools/archive_manifest.json': 'theirs' });
  });

  test('is refused for a directory that cannot be read', async () => {
    const agent = await AgentProcess.shared();
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    symlinkSync(outside, join(agent.workspace, 'way-out'));
    write(agent, { file: '' });
    const refusals: [path: string, more: string, status: number][] = [
      ['/workspace/nothing', '&format=tar.gz', 404],
      ['/workspace/file', '&format=tar.gz', 400],
      ['relative', '&format=tar.gz', 400],
      [outside, '&format=tar.gz', 403],
      ['/workspace/way-out', '&format=tar.gz', 403],
      ['/workspace/..', '&format=tar.gz', 403],
      ['/workspace', '&format=zip', 422],
      ['/workspace', '', 501],
      ['/workspace', '&format=tar.gz&use_default_excludes=false', 501],
    ];
    try {
      for (const [path, more, status] of refusals) expect((await archive(agent, path, more)).status, path).toBe(status);
      expect((await fetch(`${agent.baseUrl}/api/file/archive?path=/workspace&format=tar.gz`)).status).toBe(401);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });
});
