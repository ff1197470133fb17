import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { deleteAppConversation } from '../../../../functions/conversations/delete-app-conversation.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const create = (body: Record<string, unknown> = {}) => invoke(createAppConversation, deps, { body });
const remove = (id: string) => invoke(deleteAppConversation, deps, { params: { conversation_id: id } });
const sandbox = (id: string) => deps.sandboxes.find('ann', id);
async function change(id: string, difference: Partial<Sandbox>): Promise<void> {
  const previous = await sandbox(id);
  if (!previous) return expect.fail(`no sandbox ${id}`);
  await deps.sandboxes.save([{ previous, next: changed(previous, deps.now(), difference) }]);
}

describe('deletion of the last conversation with a concurrent start', () => {
  /** Lets something happen between what a call has read and what it writes, the first time. */
  function between(port: { write: (...args: never[]) => Promise<void> }, happen: () => Promise<unknown>): void {
    const { write } = port;
    let isFirst = true;
    port.write = async (...args) => {
      if (isFirst) {
        isFirst = false;
        await happen();
      }
      await write.apply(port, args);
    };
  }

  it.each(['RUNNING', 'PAUSED'] as const)('keeps the sandbox for a start that came first, when %s', async (desired) => {
    const { conversation_id: id, sandbox_id } = (await create()).body;
    if (desired === 'PAUSED') await change(sandbox_id, { desired, phase: 'PAUSED' });
    let joined = 0;
    between(deps.deletions, async () => {
      joined = (await create({ sandbox_id })).status;
    });

    const { status } = await remove(id);

    expect([status, joined]).toEqual([200, 200]);
    expect(await sandbox(sandbox_id)).toMatchObject({ desired: 'RUNNING', conversation_count: 1 });
    expect(deps.conversations.rows.size).toBe(1);
  });

  it.each(['RUNNING', 'PAUSED'] as const)('refuses a start that came too late, when %s', async (desired) => {
    const { conversation_id: id, sandbox_id } = (await create()).body;
    if (desired === 'PAUSED') await change(sandbox_id, { desired, phase: 'PAUSED' });
    let removed = 0;
    between(deps.starts, async () => {
      removed = (await remove(id)).status;
    });

    const { status, body } = await create({ sandbox_id });

    expect([removed, status, body.code]).toEqual([200, 404, 'not_found']);
    expect(await sandbox(sandbox_id)).toMatchObject({ desired: 'DELETED', conversation_count: 0 });
    expect(deps.conversations.rows.size).toBe(0);
  });

  it('gives a restarted conversation a new sandbox when the deletion came first', async () => {
    const conversation_id = aSandboxId();
    const { sandbox_id } = (await create({ conversation_id })).body;
    between(deps.starts, () => remove(conversation_id));

    const { status, body } = await create({ conversation_id });

    expect(status).toBe(200);
    expect(body.sandbox_id).not.toBe(sandbox_id);
    expect(await sandbox(sandbox_id)).toMatchObject({ desired: 'DELETED' });
    expect(await sandbox(body.sandbox_id)).toMatchObject({ desired: 'RUNNING', conversation_count: 1 });
  });

  it('deletes a conversation that was restarted before', async () => {
    const conversation_id = aSandboxId();
    const { sandbox_id } = (await create({ conversation_id })).body;
    between(deps.deletions, () => create({ conversation_id }));

    expect((await remove(conversation_id)).status).toBe(200);

    expect(await sandbox(sandbox_id)).toMatchObject({ desired: 'DELETED', conversation_count: 0 });
    expect(deps.conversations.rows.size).toBe(0);
  });

  it('deletes a concurrent sub-conversation, or refuses it', async () => {
    const { conversation_id: parent_conversation_id } = (await create()).body;
    between(deps.deletions, () => create({ parent_conversation_id }));

    expect((await remove(parent_conversation_id)).status).toBe(200);
    expect(deps.conversations.rows.size).toBe(0);

    const { conversation_id: second } = (await create()).body;
    between(deps.starts, () => remove(second));
    expect((await create({ parent_conversation_id: second })).status).toBe(404);
    expect(deps.conversations.rows.size).toBe(0);
  });

  it('deletes the sandbox once when its last two conversations are deleted concurrently', async () => {
    const first = (await create()).body;
    const second = (await create({ sandbox_id: first.sandbox_id })).body;
    between(deps.deletions, () => remove(second.conversation_id));

    await remove(first.conversation_id);

    expect(await sandbox(first.sandbox_id)).toMatchObject({ desired: 'DELETED', conversation_count: 0 });
  });
});
