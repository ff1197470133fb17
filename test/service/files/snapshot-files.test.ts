import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';

const { api, apiKey } = await newOwner();
const stranger = await newOwner();
let sandbox = '';
const ids = { first: '', second: '', foreign: '' };

const bytes = { 'Content-Type': 'application/octet-stream' };
const write = (path: string, body: string) =>
  api.send('PUT', `${sandbox}/files/content?path=${path}`, { body, headers: bytes });
const of = (id: string) => `/api/v1/snapshots/${id}`;

async function snapshot(): Promise<string> {
  const { body } = await api.post(`${sandbox}/snapshots`, {});
  return eventually('the snapshot is READY', async () => {
    const { state, id } = (await api.get(of(body.id))).body;
    expect(state).not.toBe('ERROR');
    return state === 'READY' ? id : undefined;
  });
}

async function pause(): Promise<void> {
  await api.post(`${sandbox}/pause`);
  await eventually('the workspace is saved', async () =>
    (await api.get(sandbox)).body.transitions.at(-1)?.state === 'PAUSED' ? true : undefined,
  );
}

/** The names in an archive that GNU tar reads. */
async function namesIn(path: string): Promise<readonly string[]> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${service().baseUrl}${path}`, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  const input = Buffer.from(await response.arrayBuffer());
  return execFileSync('tar', ['-tzf', '-'], { input }).toString().trim().split('\n').sort();
}

describe('the files of snapshots', () => {
  beforeAll(async () => {
    sandbox = `/api/v1/sandboxes/${(await startSandbox(api)).id}`;
    await write('kept/notes', 'what the agent wrote');
    await write('kept/inner/other', 'more');
    await write('edited', 'one');
    await write('removed', 'gone');
    ids.first = await snapshot();
    await write('edited', 'two');
    await write('kept/new', 'new');
    await api.delete(`${sandbox}/files?path=removed`);
    await write('grown', 'g'.repeat(700_000));
    ids.second = await snapshot();
  });

  it('are those of its moment, whatever the sandbox does', async () => {
    const { body } = await api.get(`${of(ids.first)}/files?path=kept`);
    expect([body.source, body.items.map(({ name }: { name: string }) => name)]).toEqual([
      'snapshot',
      ['inner', 'notes'],
    ]);
    const read = (id: string) => api.send('GET', `${of(id)}/files/content?path=edited`);
    expect([(await read(ids.first)).text, (await read(ids.second)).text]).toEqual(['one', 'two']);
    const range = { headers: { Range: 'bytes=9-13' } };
    const part = await api.send('GET', `${of(ids.first)}/files/content?path=kept/notes`, range);
    expect([part.status, part.text]).toEqual([206, 'agent']);
  });

  it('are packed as a folder, from the snapshot, the running and the paused sandbox alike', async () => {
    const expected = ['./', './inner/', './inner/other', './new', './notes'];
    expect(await namesIn(`${of(ids.second)}/files/archive?path=kept`)).toEqual(expected);
    expect(await namesIn(`${sandbox}/files/archive?path=kept`)).toEqual(expected);
    // A transfer that ended with its response leaves nothing.
    const { body } = await api.get(`${sandbox}/files?path=/workspace/.transfers`);
    expect(body.items).toEqual([]);
    await pause();
    expect(await namesIn(`${sandbox}/files/archive?path=kept`)).toEqual(expected);
  });

  it('are compared with those of an earlier snapshot', async () => {
    const { body } = await api.get(`${of(ids.second)}/changes?since=${ids.first}`);
    const found = body.items
      .filter(({ path }: { path: string }) => /\/(kept|edited|removed|grown)\b/.test(path))
      .map(
        ({ change, path }: { change: string; path: string }) =>
          `${change} ${path.replace(/^.*?\/(?=kept|edited|removed|grown)/, '')}`,
      );
    expect(found).toEqual(['modified edited', 'added grown', 'added kept/new', 'deleted removed']);
    const one = await api.get(`${of(ids.second)}/changes?since=${ids.first}&limit=1`);
    expect([one.body.items.length, typeof one.body.next_page_id]).toEqual([1, 'string']);
    expect((await api.get(`${of(ids.second)}/changes?since=${ids.second}`)).body.items).toEqual([]);
  });

  it('are compared with those of another sandbox', async () => {
    const own = sandbox;
    sandbox = `/api/v1/sandboxes/${(await startSandbox(api)).id}`;
    await write('elsewhere', 'other');
    const other = await snapshot();
    sandbox = own;
    const { status, body } = await api.get(`${of(ids.second)}/changes?since=${other}`);
    expect(status).toBe(200);
    expect(JSON.stringify(body.items)).toContain('elsewhere');
  });

  it('are not there outside the disk, or without their path', async () => {
    const statuses = await Promise.all(
      ['content?path=/etc/hostname', 'content?path=absent', 'content?path=kept', 'archive?path=edited'].map(
        async (path) => (await api.send('GET', `${of(ids.first)}/files/${path}`)).status,
      ),
    );
    expect(statuses).toEqual([409, 404, 409, 409]);
  });

  it('are nothing to another owner', async () => {
    const { api: theirs } = stranger;
    for (const path of ['files', 'files/content?path=edited', 'files/archive?path=kept', `changes?since=${ids.first}`])
      expect([path, (await theirs.send('GET', `${of(ids.second)}/${path}`)).status]).toEqual([path, 404]);
    expect((await theirs.send('GET', `${sandbox}/files/archive?path=kept`)).status).toBe(404);
  });
});
