import { beforeAll, describe, expect, it } from 'vitest';
import { askAgent, startConversation, waitForTask } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { newOwner, nobody, type Owner, service } from './support/owners.ts';
import { badFields, expectProblem } from './support/problems.ts';
import { startSandbox, waitUntilNothingRunsOf } from './support/sandboxes.ts';

const path = '/api/v1/app-conversations';
const isLocal = service().stateDirectory !== null;

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

const remove = (id: string) => owner.api.delete(`${path}/${id}`);
const removeLegacy = (id: string) => owner.api.delete(`/api/conversations/${id}`);
const statusOf = async (sandboxId: string) =>
  (await owner.api.get('/api/v1/sandboxes', { id: [sandboxId] })).body[0]?.status;

/** Every reader says that it is not there. */
async function expectGone(id: string): Promise<void> {
  expectProblem(await owner.api.get(`${path}/${id}`), 404, 'not_found');
  expect((await owner.api.get(`/api/conversations/${id}`)).body).toBeNull();
  expect((await owner.api.get(path, { ids: [id] })).body).toEqual([null]);
  const { items } = (await owner.api.get(`${path}/search`, { include_sub_conversations: true })).body;
  expect(items.map((item: { id: string }) => item.id)).not.toContain(id);
}

describe.concurrent.each([
  ['the current generation', remove, { success: true }],
  ['the legacy generation', removeLegacy, true],
] as const)('deleting a conversation in %s', (_, call, done) => {
  it('takes its sandbox with it', async () => {
    const { id, sandboxId } = await startConversation(owner.api);

    const { status, body } = await call(id);

    expect([status, body]).toEqual([200, done]);
    await expectGone(id);
    expect(await statusOf(sandboxId)).toBeUndefined();
    if (isLocal) await waitUntilNothingRunsOf(sandboxId);
  });

  it('leaves the sandbox to the other conversations in it', async () => {
    const first = await startConversation(owner.api);
    const second = await startConversation(owner.api, { sandbox_id: first.sandboxId });

    await call(first.id);

    await expectGone(first.id);
    expect(await statusOf(first.sandboxId)).toBe('RUNNING');
    expect((await askAgent(second, '')).status).toBe(200);
    await call(second.id);
    expect(await statusOf(first.sandboxId)).toBeUndefined();
  });

  it('takes all that is below it', async () => {
    const root = await startConversation(owner.api);
    const child = await startConversation(owner.api, { parent_conversation_id: root.id });
    const below = await startConversation(owner.api, { parent_conversation_id: child.id });
    const sibling = await startConversation(owner.api, { parent_conversation_id: root.id });

    await call(child.id);

    for (const { id } of [child, below]) await expectGone(id);
    expect((await owner.api.get(`${path}/${root.id}`)).body.sub_conversation_ids).toEqual([sibling.id]);
    await call(root.id);
    for (const { id } of [root, sibling]) await expectGone(id);
    expect(await statusOf(root.sandboxId)).toBeUndefined();
  });

  it('while it starts ends its start', async () => {
    const { body } = await owner.api.post(path, {});

    await call(body.app_conversation_id);

    expect((await waitForTask(owner.api, body.id, 'ERROR')).detail).toMatch(/deleted/);
    if (isLocal) await waitUntilNothingRunsOf(body.sandbox_id);
  });
});

describe.concurrent('deleting a conversation', () => {
  it('is a 404 for what is not there, and false for legacy clients', async () => {
    const { id } = await startConversation(owner.api);
    await remove(id);

    expectProblem(await remove(id), 404, 'not_found');
    const legacy = await removeLegacy(id);
    expect([legacy.status, legacy.body]).toEqual([200, false]);
    expect(legacy.headers.get('deprecation')).toMatch(/^@\d+$/);
  });

  it('leaves a sandbox that was started by itself', async () => {
    const { id: sandbox_id } = await startSandbox(owner.api);
    const { id } = await startConversation(owner.api, { sandbox_id });

    await remove(id);

    await expectGone(id);
    expect(await statusOf(sandbox_id)).toBe('RUNNING');
  });

  it('ends its start also where others start in the same sandbox', async () => {
    const other = (await owner.api.post(path, {})).body;
    const { body } = await owner.api.post(path, { sandbox_id: other.sandbox_id });

    expect((await remove(body.app_conversation_id)).status).toBe(200);

    expect((await waitForTask(owner.api, body.id, 'ERROR')).detail).toMatch(/deleted/);
    await waitForTask(owner.api, other.id, 'READY');
    expect(await statusOf(other.sandbox_id)).toBe('RUNNING');
  });

  it('needs no sandbox, and a conversation needs none to be read', async () => {
    const { id, sandboxId } = await startConversation(owner.api);
    await owner.api.delete(`/api/v1/sandboxes/${sandboxId}`);
    expect((await owner.api.get(`${path}/${id}`)).body).toMatchObject({ sandbox_status: 'MISSING' });

    expect((await remove(id)).status).toBe(200);
    await expectGone(id);
  });

  it('knows the id that a legacy caller chose, which may be chosen again', async () => {
    const conversation_id = `e2e-${owner.keyId}.Run_1`;
    const created = await owner.api.post('/api/conversations', { conversation_id });
    expect(created.status, created.text).toBe(200);

    expect((await removeLegacy(conversation_id)).body).toBe(true);
    expect((await owner.api.get(`/api/conversations/${conversation_id}`)).body).toBeNull();
    const again = await owner.api.post('/api/conversations', { conversation_id });
    expect([again.status, again.body.conversation_status]).toEqual([200, 'STARTING']);
    await removeLegacy(conversation_id);
  });

  it('of two who delete at once lets one do it', async () => {
    const { id, sandboxId } = await startConversation(owner.api);

    const answers = await Promise.all([1, 2, 3].map(() => remove(id)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await statusOf(sandboxId)).toBeUndefined();
  });

  it('and joining its sandbox at once either joins or is refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, sandboxId } = await startConversation(owner.api);

      const [removed, joined] = await Promise.all([remove(id), owner.api.post(path, { sandbox_id: sandboxId })]);

      expect(removed.status, removed.text).toBe(200);
      if (joined.status === 200) {
        await waitForTask(owner.api, joined.body.id, 'READY');
        expect(await statusOf(sandboxId)).toBe('RUNNING');
        await remove(joined.body.app_conversation_id);
      } else expectProblem(joined, 404, 'not_found');
      await eventually('its sandbox is gone', async () =>
        (await statusOf(sandboxId)) === undefined ? true : undefined,
      );
    }
  });

  it('needs a key, and an id that can be one', async () => {
    for (const one of [path, '/api/conversations'])
      expectProblem(await nobody().delete(`${one}/x`), 401, 'unauthenticated');
    expect(badFields(await owner.api.delete(`${path}/a%20b`))).toEqual(['path.conversation_id']);
    expectProblem(await removeLegacy('a%20b'), 400, 'malformed_request');
  });
});
