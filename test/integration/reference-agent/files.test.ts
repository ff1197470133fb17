import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('files', () => {
  test('are uploaded and downloaded byte by byte, in directories that are made for them', async () => {
    const agent = await AgentProcess.start();
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    const uploaded = await upload(agent, '/workspace/project/deep/own file.bin', bytes);
    expect([uploaded.status, await uploaded.json()]).toEqual([200, { success: true }]);
    expect(readFileSync(join(agent.workspace, 'project/deep/own file.bin')).equals(bytes)).toBe(true);
    const answer = await download(agent, '/workspace/project/deep/own file.bin');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain('own%20file.bin');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    await upload(agent, '/workspace/empty', '');
    expect((await (await download(agent, '/workspace/empty')).arrayBuffer()).byteLength).toBe(0);
  });

  test('that cannot be had are told apart', async () => {
    const agent = await AgentProcess.start();
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

describe('directories', () => {
  test('are made with their parents, once or twice, but not in place of a file', async () => {
    const agent = await AgentProcess.start();
    for (const _ of [1, 2]) {
      const made = await agent.post('/api/file/create_directory?path=/workspace/one/two');
      expect(made).toMatchObject({ status: 200, body: { success: true } });
    }
    writeFileSync(join(agent.workspace, 'file'), '');
    expect((await agent.post('/api/file/create_directory?path=/workspace/file')).status).toBe(400);
    expect((await agent.post('/api/file/create_directory?path=/workspace/file/below')).status).toBe(400);
  });

  test('are listed in pages, under the name they were asked by', async () => {
    const agent = await AgentProcess.start();
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
    expect((await agent.get('/api/file/home')).body.locations).toEqual([{ label: '/', path: '/' }]);
  });
});
