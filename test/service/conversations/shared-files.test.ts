import { describe, expect, it } from 'vitest';
import { startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anonymous, newOwner } from '../../support/service/owners.ts';

const owner = await newOwner();
const visitor = anonymous();
const hers = await startConversation(owner.api, { public: true, title: 'With files' });
const at = `/api/v1/app-conversations/${hers.id}`;
const { body: told } = await owner.api.get(at);
const token: string = told.share_id;

const write = (path: string, body: string | Uint8Array) =>
  owner.api.send('PUT', `/api/v1/sandboxes/${hers.sandboxId}/files/content`, {
    query: { path },
    body,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
const choose = (paths: readonly string[]) => owner.api.send('PUT', `${at}/shared-files`, { body: { paths } });
const shown = async () => (await visitor.get('/api/shared-conversations', { ids: [token] })).body[0].files;
const read = (id: string, name = token) => visitor.get('/api/shared-files', { conversation_id: name, id });

describe('files of a public link', () => {
  it('are none until some are chosen, and then exactly these, as they were, without secrets', async () => {
    await write('report.md', 'All well.\nexport API_TOKEN=very-secret-value\n');
    await write('picture.bin', new Uint8Array([0, 255, 254, 1]));
    await write('private.txt', 'not chosen');
    expect(await shown()).toEqual([]);

    const { status, body } = await choose(['report.md', './report.md', 'picture.bin']);

    expect([status, body.items.length]).toEqual([200, 2]);
    await write('report.md', 'changed since');
    const files = await shown();
    expect(files.map(({ path }: { path: string }) => path.split('/').at(-1))).toEqual(['report.md', 'picture.bin']);
    const [report, picture] = await Promise.all(files.map(({ id }: { id: string }) => read(id)));
    expect(report?.body).toMatchObject({ encoding: 'utf-8', size_bytes: 45 });
    expect(report?.body.content).toContain('All well.');
    expect(report?.text).not.toContain('very-secret-value');
    expect(picture?.body).toMatchObject({ encoding: 'base64', content: 'AP/+AQ==', size_bytes: 4 });
  });

  it('are replaced as a whole, and a refused request changes nothing', async () => {
    await choose(['report.md']);
    const [first] = await shown();
    await write('large', 'x'.repeat(256 * 1024 + 1));
    for (const [paths, wanted] of [
      [['report.md', 'missing'], 404],
      [['report.md', '.'], 409],
      [['report.md', 'large'], 413],
    ] as const) {
      const { status, body } = await choose(paths);
      expect([status, body.detail.includes(paths[1] === '.' ? '/' : paths[1])]).toEqual([wanted, true]);
    }
    expect(await shown()).toEqual([first]);

    await choose(['private.txt']);

    expect((await read(first.id)).status).toBe(404);
    expect((await shown()).length).toBe(1);
    await choose([]);
    expect(await shown()).toEqual([]);
  });

  it('need a link, and end with it', async () => {
    await choose(['report.md']);
    const [file] = await shown();
    expect((await read(file.id, hers.id)).status).toBe(200);
    await owner.api.send('PATCH', at, { body: { public: false } });

    const refused = await choose(['report.md']);

    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('has no public link')]);
    expect([(await read(file.id)).status, (await read(file.id, hers.id)).status]).toEqual([404, 404]);
    const { body: again } = await owner.api.send('PATCH', at, { body: { public: true } });
    const [conversation] = (await visitor.get('/api/shared-conversations', { ids: [again.share_id] })).body;
    expect([conversation.files, (await read(file.id, again.share_id)).status]).toEqual([[], 404]);
  });

  it('can be chosen while the sandbox is paused, which stays paused', async () => {
    await owner.api.post(`/api/v1/sandboxes/${hers.sandboxId}/pause`);
    await waitForSandbox(owner.api, hers.sandboxId, 'PAUSED');

    const body = await eventually('its workspace is saved', async () => {
      const chosen = await choose(['private.txt']);
      return chosen.status === 200 ? chosen.body : undefined;
    });

    expect(body).toEqual({ items: [expect.objectContaining({ size_bytes: 10 })] });
    const [{ share_id: name }] = (await owner.api.get('/api/v1/app-conversations', { ids: [hers.id] })).body;
    expect((await read(body.items[0].id, name)).body.content).toBe('not chosen');
    expect((await owner.api.get(`/api/v1/sandboxes/${hers.sandboxId}`)).body.status).toBe('PAUSED');
  });

  it('are chosen by callers that may read files and change conversations', async () => {
    for (const [scopes, missing] of [
      [['sandboxes:files'], 'conversations:write'],
      [['conversations:write'], 'sandboxes:files'],
    ] as const) {
      const { api } = await newOwner(['--scopes', scopes.join(',')], owner.name);
      const { status, body } = await api.send('PUT', `${at}/shared-files`, { body: { paths: [] } });
      expect([status, body.code, body.required_scope]).toEqual([403, 'insufficient_scope', missing]);
    }
    const stranger = await newOwner();
    const { status } = await stranger.api.send('PUT', `${at}/shared-files`, { body: { paths: [] } });
    expect(status).toBe(404);
  });
});
