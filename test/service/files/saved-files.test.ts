import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';

const { api } = await newOwner();
const stranger = await newOwner();
let files = '';
let listed: unknown;

/** The local cloud copies disks with times of less precision. */
function withoutTimes({ entry, items }: { readonly entry: object; readonly items: readonly object[] }) {
  return [entry, ...items].map((one) => ({ ...one, modified_at: '' }));
}

const list = (path: string) => api.get(`${files}?path=${path}`);
const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  api.send('GET', `${files}/content?path=${path}`, { headers });
const write = (path: string, body: string) =>
  api.send('PUT', `${files}/content?path=${path}`, { body, headers: { 'Content-Type': 'application/octet-stream' } });

describe('the files of a paused sandbox', () => {
  beforeAll(async () => {
    const { id } = await startSandbox(api);
    files = `/api/v1/sandboxes/${id}/files`;
    await write('saved/notes', 'what the agent wrote');
    await write('saved/inner/other', 'more');
    const { body } = await list('saved');
    expect(body.source).toBe('sandbox');
    listed = withoutTimes(body);
    await api.post(`/api/v1/sandboxes/${id}/pause`);
    await eventually('the workspace is saved', async () =>
      (await api.get(`/api/v1/sandboxes/${id}`)).body.expires_at === null ? undefined : true,
    );
  });

  it('are listed from its snapshot as they were', async () => {
    const { body } = await list('saved');
    expect(body.source).toBe('snapshot');
    expect(withoutTimes(body)).toEqual(listed);
  });

  it('are downloaded from its snapshot, in parts and if they have changed', async () => {
    const whole = await read('saved/notes');
    expect(whole).toMatchObject({ status: 200, text: 'what the agent wrote' });
    expect(whole.headers.get('x-file-source')).toBe('snapshot');
    const etag = whole.headers.get('etag') ?? '';
    expect(await read('saved/notes', { Range: 'bytes=9-13' })).toMatchObject({ status: 206, text: 'agent' });
    expect((await read('saved/notes', { 'If-None-Match': etag })).status).toBe(304);
  });

  it('are not read outside the disk, and not written', async () => {
    expect((await read('/etc/hostname')).status).toBe(409);
    expect((await write('saved/notes', 'changed')).status).toBe(409);
    expect((await read('saved/absent')).status).toBe(404);
  });

  it('are nothing to another owner', async () => {
    expect((await stranger.api.get(`${files}?path=saved`)).status).toBe(404);
    expect((await stranger.api.get(`${files}/content?path=saved/notes`)).status).toBe(404);
  });
});
