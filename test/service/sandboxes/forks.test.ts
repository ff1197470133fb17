import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Cipher } from '../../../infra/agent/secrets/private-part.ts';
import { defaults } from '../../../infra/settings/defaults.ts';
import { Admin } from '../../support/service/admin.ts';
import { Api } from '../../support/service/api.ts';
import { belongingsOf, foundInWorkspace, leaveInWorkspace } from '../../support/service/belongings.ts';
import { startConversation, waitForAnswer, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { pretendToRun } from '../../support/service/sandboxes.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { postWith } from '../../support/service/webhooks.ts';

const { stateDirectory, baseUrl } = service();
const state = stateDirectory ?? '';
const owner = await newOwner();
const { api } = owner;
const path = (id: string, action = '') => `/api/v1/sandboxes/${id}${action}`;

const LIMIT = defaults.local.sandboxLimit;
const COPIES = 10;
const secret = canary('a secret that an agent seals in its workspace');

interface Fork {
  readonly sandbox: { readonly id: string } | null;
  readonly error: { readonly code: string } | null;
}

async function fork(id: string, count: number): Promise<readonly Fork[]> {
  const { status, body, text } = await api.post(path(id, '/fork'), { count });
  if (status !== 200) throw new Error(`fork answered ${status}: ${text}`);
  return body.items;
}

const idsIn = (forks: readonly Fork[]) => forks.flatMap(({ sandbox }) => (sandbox === null ? [] : [sandbox.id]));
const runAll = (ids: readonly string[]) => Promise.all(ids.map((id) => waitForSandbox(api, id, 'RUNNING', 120_000)));

async function pause(id: string): Promise<void> {
  await api.post(path(id, '/pause'));
  await eventually(`${id} is saved`, async () => {
    const { body } = await api.get(path(id));
    return body.transitions.at(-1).state === 'PAUSED' ? true : undefined;
  });
}

async function resume(id: string): Promise<void> {
  await api.post(path(id, '/resume'));
  await waitForSandbox(api, id, 'RUNNING');
}

/** What the agent has sealed on the disk of a running sandbox, with the conversation that it is bound to. */
async function sealedIn(id: string): Promise<{ readonly sealed: string; readonly conversationId: string }> {
  const { volumes, live } = await belongingsOf(state, id);
  const folder = volumes.find(({ task_id: task }) => task === live[0]?.id)?.path ?? '';
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath } of names.filter((one) => one.isFile() && one.name === 'base_state.json')) {
    const { sealed } = JSON.parse(await readFile(join(parentPath, 'base_state.json'), 'utf8'));
    const { id: conversationId } = JSON.parse(await readFile(join(parentPath, 'meta.json'), 'utf8'));
    if (sealed) return { sealed, conversationId };
  }
  throw new Error(`nothing is sealed in ${folder}`);
}

/** Each step continues from the previous one. */
describe.runIf(stateDirectory !== null)('forks of a sandbox', () => {
  let source: string;
  let conversation: string;
  let content: string;
  let copies: readonly string[] = [];

  it('of a running one have its files as they are, and it keeps running', async () => {
    const initial_message = { content: [{ type: 'text', text: 'hello' }] };
    const started = await startConversation(api, { secrets: { TOKEN: secret }, initial_message });
    await waitForAnswer(started);
    source = started.sandboxId;
    conversation = started.id;
    content = await leaveInWorkspace(state, source);
    const before = (await belongingsOf(state, source)).live;

    copies = idsIn(await fork(source, 1));
    await runAll(copies);

    for (const id of copies) expect(await foundInWorkspace(state, id)).toBe(content);
    expect((await belongingsOf(state, source)).live.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('open what is sealed in the copied files, and no other sandbox does', async () => {
    const [copy = ''] = copies;
    const { body: other } = await api.post('/api/v1/sandboxes');
    await waitForSandbox(api, other.id, 'RUNNING');
    const admin = await Admin.of(state);
    const keys = await admin.keys();
    const cipherOf = async (id: string) => new Cipher(await keys.secretKey(await admin.sandbox(id)));
    const { sealed, conversationId } = await sealedIn(copy);

    const opened = async (id: string) => (await cipherOf(id)).open(sealed, conversationId);

    expect(await opened(copy)).toContain(secret);
    expect(await opened(source)).toContain(secret);
    expect(await opened(other.id)).toBeUndefined();
    await api.delete(path(other.id));
  });

  it('do not deliver events for conversations of their source, and read none of its secrets', async () => {
    const [copy = ''] = copies;
    const admin = await Admin.of(state);
    const [row, sourceRow] = [await admin.sandbox(copy), await admin.sandbox(source)];
    const keys = await admin.keys();
    const event = { id: 'e1', kind: 'MessageEvent', source: 'agent', timestamp: '2026-11-21T12:00:00' };
    const deliver = (key: string) => postWith(`events/${conversation}`, [event], { 'X-Delivery-Key': key });

    const [own, foreign] = [await keys.deliveryKey(sourceRow), await keys.deliveryKey(row)];

    const stored = async () => (await api.get(`/api/v1/conversation/${conversation}/events/count`)).body;
    const before = await stored();
    // Refused, it would be delivered again and again.
    expect((await deliver(foreign)).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect((await deliver(own)).status).toBe(200);
    expect(await stored()).not.toEqual(before);
    const secrets = Api.withKey(baseUrl, await keys.sessionKey(row));
    expect((await secrets.get(path(source, '/settings/secrets'))).status).toBeGreaterThanOrEqual(401);
    expect((await secrets.get(path(copy, '/settings/secrets'))).status).toBe(200);
  });

  it('of a paused one are ten equal starts from one copy, each with a disk of its own', async () => {
    await Promise.all(copies.map((id) => api.delete(path(id))));
    await pause(source);

    copies = idsIn(await fork(source, COPIES));
    await runAll(copies);

    expect(copies).toHaveLength(COPIES);
    const found = await Promise.all(copies.map((id) => foundInWorkspace(state, id)));
    expect(new Set(found)).toEqual(new Set([content]));
    const belongings = await Promise.all(copies.map((id) => belongingsOf(state, id)));
    expect(new Set(belongings.flatMap(({ volumes }) => volumes.map(({ id }) => id))).size).toBe(COPIES);
  }, 300_000);

  it('beyond the limit are refused, one by one, and all together if there is no place at all', async () => {
    const others = LIMIT - COPIES - 1;
    await pretendToRun(owner.name, others, state);

    const [first, ...rest] = await fork(source, 3);
    const none = await api.post(path(source, '/fork'), { count: 2 });
    await pretendToRun(owner.name, -others, state);

    expect([first?.error, rest.map(({ error }) => error?.code)]).toEqual([
      null,
      ['concurrency_limit_exceeded', 'concurrency_limit_exceeded'],
    ]);
    expectProblem(none, 429, 'concurrency_limit_exceeded');
    // The copy from which they begin is the service's.
    expect((await api.get('/api/v1/snapshots/search')).body.items).toEqual([]);
    await Promise.all([first?.sandbox?.id ?? '', ...copies.slice(1)].map((id) => api.delete(path(id))));
  });

  it('go on with files of their own, which neither the source nor the copy has', async () => {
    const [copy = ''] = copies;
    const changed = await leaveInWorkspace(state, copy);
    await pause(copy);
    await resume(copy);
    expect(await foundInWorkspace(state, copy)).toBe(changed);

    await resume(source);
    expect(await foundInWorkspace(state, source)).toBe(content);
  });

  it('are not possible for another owner', async () => {
    const stranger = (await newOwner()).api;

    expectProblem(await stranger.post(path(source, '/fork'), {}), 404, 'not_found');
    expectProblem(await stranger.post(path(source, '/restore'), { snapshot_id: '0'.repeat(32) }), 404, 'not_found');
  });

  it('end with their deletion: no volume and no EBS snapshot stays', async () => {
    for (const id of [source, ...copies]) await api.delete(path(id));

    for (const id of [source, ...copies])
      await eventually(`nothing is left of ${id}`, async () => {
        const { live, volumes } = await belongingsOf(state, id);
        return live.length + volumes.length === 0 ? true : undefined;
      });
  });
});

describe.runIf(stateDirectory !== null)('restores of a sandbox', () => {
  it('go back and forth, twice, with exactly the files of each state', async () => {
    const { body } = await api.post('/api/v1/sandboxes');
    const id = body.id;
    await waitForSandbox(api, id, 'RUNNING');
    const first = await leaveInWorkspace(state, id);
    expectProblem(await api.post(path(id, '/restore'), { snapshot_id: '0'.repeat(32) }), 404, 'not_found');
    await pause(id);
    const { body: monday } = await api.post(path(id, '/snapshots'), { name: 'Monday' });
    expect(monday.state).toBe('READY');
    await resume(id);
    expectProblem(await api.post(path(id, '/restore'), { snapshot_id: monday.id }), 409, 'conflict');
    const second = await leaveInWorkspace(state, id);
    await pause(id);

    const there = await api.post(path(id, '/restore'), { snapshot_id: monday.id });
    await resume(id);
    expect(await foundInWorkspace(state, id)).toBe(first);
    await pause(id);
    const back = await api.post(path(id, '/restore'), { snapshot_id: there.body.kept_snapshot_id });
    await resume(id);

    expect(await foundInWorkspace(state, id)).toBe(second);
    expect([there.status, back.status]).toEqual([200, 200]);
    await api.delete(path(id));
    // The snapshots outlive the sandbox.
    const from = await api.post('/api/v1/sandboxes', { snapshot_id: monday.id });
    await waitForSandbox(api, from.body.id, 'RUNNING');
    expect(await foundInWorkspace(state, from.body.id)).toBe(first);
    await api.delete(path(from.body.id));
  });
});
