import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { deleteAppConversation } from '../../../../functions/conversations/delete-app-conversation.ts';
import { deleteConversation } from '../../../../functions/conversations/delete-conversation.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { deleteBelow } from '../../../../shared/domain/conversations/record/delete-conversation.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { aRunningSandbox, aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const paramsOf = (id: string) => ({ params: { conversation_id: id } });
const remove = (id: string, request: TestRequest = {}) =>
  invoke(deleteAppConversation, deps, { ...paramsOf(id), ...request });
const removeLegacy = (id: string, request: TestRequest = {}) =>
  invoke(deleteConversation, deps, { ...paramsOf(id), ...request });

async function start(body: Record<string, unknown> = {}): Promise<{ id: string; sandboxId: string }> {
  const answer = await invoke(createAppConversation, deps, { body });
  expect(answer.status, answer.text).toBe(200);
  return { id: answer.body.conversation_id, sandboxId: answer.body.sandbox_id };
}
/** What the worker does with a deleted row. */
const work = (row: Conversation | undefined, hasTime = () => true) =>
  row && deleteBelow({ ...row, deleted_before: null }, hasTime, deps);
const sandbox = (id: string) => deps.sandboxes.find('ann', id);
const conversation = (id: string) => deps.conversations.find('ann', id);

describe('DELETE /api/v1/app-conversations/{conversation_id}', () => {
  it('deletes the conversation and the sandbox that was created for it, once', async () => {
    const { id, sandboxId } = await start();

    const answers = [await remove(id), await remove(id)];

    expect(answers.map(({ status, body }) => [status, body.success ?? body.code])).toEqual([
      [200, true],
      [404, 'not_found'],
    ]);
    expect(await conversation(id)).toBeUndefined();
    expect(await sandbox(sandboxId)).toMatchObject({ desired: 'DELETED', conversation_count: 0 });
    expect(deps.sandboxes.active.get('ann')).toBe(0);
  });

  it('keeps a sandbox with other conversations, and deletes it with the last one', async () => {
    const { id, sandboxId } = await start();
    const others = [await start({ sandbox_id: sandboxId }), await start({ parent_conversation_id: id })];
    expect(await sandbox(sandboxId)).toMatchObject({ conversation_count: 3 });

    await remove(others[0]?.id ?? '');
    expect(await sandbox(sandboxId)).toMatchObject({ desired: 'RUNNING', conversation_count: 2 });
    await remove(others[1]?.id ?? '');
    expect(await sandbox(sandboxId)).toMatchObject({ desired: 'RUNNING', conversation_count: 1 });
    await remove(id);
    expect(await sandbox(sandboxId)).toMatchObject({ desired: 'DELETED', conversation_count: 0 });
  });

  it('keeps a sandbox that was started without a conversation', async () => {
    const own = aRunningSandbox();
    await deps.sandboxes.save([{ previous: null, next: own }]);
    const { id } = await start({ sandbox_id: own.sandbox_id });

    await remove(id);

    expect(await sandbox(own.sandbox_id)).toMatchObject({ desired: 'RUNNING', conversation_count: 0 });
  });

  it('deletes all sub-conversations, and removes its entry in the parent', async () => {
    const root = await start();
    const child = await start({ parent_conversation_id: root.id });
    const sibling = await start({ parent_conversation_id: root.id });
    const below = [
      await start({ parent_conversation_id: child.id }),
      await start({ parent_conversation_id: child.id }),
    ];

    await remove(child.id);

    expect([...deps.conversations.rows.values()].map((row) => row.conversation_id).toSorted()).toEqual(
      [root.id, sibling.id].toSorted(),
    );
    expect(await conversation(root.id)).toMatchObject({ sub_conversation_ids: [sibling.id] });
    expect(await sandbox(root.sandboxId)).toMatchObject({ desired: 'RUNNING', conversation_count: 2 });
    for (const { id } of below) expect((await remove(id)).status).toBe(404);
    expect((await remove(root.id)).status).toBe(200);
    expect(deps.conversations.rows.size).toBe(0);
    expect(await sandbox(root.sandboxId)).toMatchObject({ desired: 'DELETED' });
  });

  it('leaves what an interruption left to the worker, which finishes it', async () => {
    const root = await start();
    for (let made = 0; made < 3; made += 1) await start({ parent_conversation_id: root.id });
    const before = await conversation(root.id);
    const { write } = deps.deletions;
    let left = 2;
    deps.deletions.write = async (deletion) => {
      left -= 1;
      if (left < 0) throw new Error('the database does not respond');
      await write.call(deps.deletions, deletion);
    };
    expect((await remove(root.id)).body).toEqual({ success: true });
    expect(await conversation(root.id)).toBeUndefined();
    expect(await sandbox(root.sandboxId)).toMatchObject({ desired: 'RUNNING', conversation_count: 2 });

    expect(await work(before)).toBe(false);
    left = 10;

    expect(await work(before)).toBe(true);
    expect(deps.conversations.rows.size).toBe(0);
    expect(await sandbox(root.sandboxId)).toMatchObject({ desired: 'DELETED' });
  });

  it('deletes a part of a chain of 2,500 in its time, and the worker the rest', async () => {
    const chain = Array.from({ length: 2_500 }, (_, index) => String(index));
    for (const id of chain) {
      const sub_conversation_ids = chain[Number(id) + 1] === undefined ? [] : [String(Number(id) + 1)];
      const parent_conversation_id = id === '0' ? null : String(Number(id) - 1);
      deps.conversations.put(aConversation({ conversation_id: id, parent_conversation_id, sub_conversation_ids }));
    }
    const { write } = deps.deletions;
    const deleted: (Conversation | undefined)[] = [];
    deps.deletions.write = async (deletion) => {
      deps.clock.advance(0.1);
      deleted.push(deletion.conversation);
      await write.call(deps.deletions, deletion);
    };

    expect((await remove('0')).body).toEqual({ success: true });

    expect(await conversation('0')).toBeUndefined();
    expect(deleted).toHaveLength(50);
    // The stream delivers each deleted row, and each run of the worker has time for 300 conversations.
    for (const row of deleted) {
      const until = deleted.length + 300;
      expect(await work(row, () => deleted.length < until)).toBe(true);
    }
    expect(deps.conversations.rows.size).toBe(0);
  });

  it('keeps a conversation that was created later with the id of a deleted sub-conversation', async () => {
    const deleted = aConversation({ conversation_id: 'x', sub_conversation_ids: ['y'] });
    deps.conversations.put(aConversation({ conversation_id: 'y', parent_conversation_id: 'x' }));

    expect(await deleteBelow({ ...deleted, deleted_before: deleted.created_at }, () => true, deps)).toBe(true);

    expect(await conversation('y')).toBeDefined();
  });

  it('deletes a conversation without a sandbox', async () => {
    const { id, sandboxId } = await start();
    deps.sandboxes.rows.delete(keyOf('ann', sandboxId));

    expect((await remove(id)).body).toEqual({ success: true });
  });

  it('leaves a conversation count of 0 at 0', async () => {
    const old = aRunningSandbox({ conversation_count: 0 });
    await deps.sandboxes.save([{ previous: null, next: old }]);
    deps.conversations.put(aConversation({ conversation_id: 'old', sandbox_id: old.sandbox_id }));

    await remove('old');

    expect(await sandbox(old.sandbox_id)).toMatchObject({ desired: 'RUNNING', conversation_count: 0 });
  });

  it('ignores sub-conversation ids without a conversation below it', async () => {
    deps.conversations.put(aConversation({ conversation_id: 'x', sub_conversation_ids: ['gone', 'stranger'] }));
    deps.conversations.put(aConversation({ conversation_id: 'stranger' }));

    expect((await remove('x')).status).toBe(200);
    expect(await conversation('stranger')).toBeDefined();
  });

  it('returns 409 when it loses every race', async () => {
    const { id } = await start();
    deps.deletions.write = async () => {
      throw new VersionConflictError('conversation', id);
    };

    const { status, body } = await remove(id);

    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

describe('DELETE /api/conversations/{conversation_id}', () => {
  it('answers true or false in the legacy format', async () => {
    const { id, sandboxId } = await start();

    const answers = [await removeLegacy(id), await removeLegacy(id), await removeLegacy(aSandboxId())];

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, 'true'],
      [200, 'false'],
      [200, 'false'],
    ]);
    expect(await sandbox(sandboxId)).toMatchObject({ desired: 'DELETED' });
  });

  it('accepts an id that the caller chose', async () => {
    deps.conversations.put(aConversation({ conversation_id: 'My.run-1' }));

    expect((await removeLegacy('My.run-1')).text).toBe('true');
  });

  it('refuses an invalid id with a message', async () => {
    const answer = await removeLegacy('a b');

    expect([answer.status, badFields(answer), answer.body.message]).toEqual([
      400,
      ['path.conversation_id'],
      answer.body.detail,
    ]);
  });
});
