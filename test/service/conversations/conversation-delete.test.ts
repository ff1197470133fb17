import { describe, expect, it } from 'vitest';
import { askAgent, startConversation, waitForTask } from '../../support/service/conversations.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { waitUntilNothingRunsOf } from '../../support/service/sandboxes.ts';

const path = '/api/v1/app-conversations';
const isLocal = service().stateDirectory !== null;

const owner = await newOwner();

const remove = (id: string) => owner.api.delete(`${path}/${id}`);
const removeLegacy = (id: string) => owner.api.delete(`/api/conversations/${id}`);
const statusOf = async (sandboxId: string) =>
  (await owner.api.get('/api/v1/sandboxes', { id: [sandboxId] })).body[0]?.status;

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
  it('deletes its sandbox', async () => {
    const { id, sandboxId } = await startConversation(owner.api);

    const { status, body } = await call(id);

    expect([status, body]).toEqual([200, done]);
    await expectGone(id);
    expect(await statusOf(sandboxId)).toBeUndefined();
    if (isLocal) await waitUntilNothingRunsOf(sandboxId);
  });

  it('keeps a sandbox that other conversations use', async () => {
    const first = await startConversation(owner.api);
    const second = await startConversation(owner.api, { sandbox_id: first.sandboxId });

    await call(first.id);

    await expectGone(first.id);
    expect(await statusOf(first.sandboxId)).toBe('RUNNING');
    expect((await askAgent(second, '')).status).toBe(200);
    await call(second.id);
    expect(await statusOf(first.sandboxId)).toBeUndefined();
  });

  it('deletes all its sub-conversations', async () => {
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

  it('ends a start that is in progress', async () => {
    const { body } = await owner.api.post(path, {});

    await call(body.conversation_id);

    expect((await waitForTask(owner.api, body.id, 'ERROR')).detail).toMatch(/deleted/);
    if (isLocal) await waitUntilNothingRunsOf(body.sandbox_id);
  });
});

describe.concurrent('deleting a conversation', () => {
  it('ends its start without ending other starts in the same sandbox', async () => {
    const other = (await owner.api.post(path, {})).body;
    const { body } = await owner.api.post(path, { sandbox_id: other.sandbox_id });

    expect((await remove(body.conversation_id)).status).toBe(200);

    expect((await waitForTask(owner.api, body.id, 'ERROR')).detail).toMatch(/deleted/);
    await waitForTask(owner.api, other.id, 'READY');
    expect(await statusOf(other.sandbox_id)).toBe('RUNNING');
  });
});
