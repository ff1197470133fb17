import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { createConversation } from '../../../../functions/conversations/create-conversation.ts';
import { deleteAppConversation } from '../../../../functions/conversations/delete-app-conversation.ts';
import { getAppConversation } from '../../../../functions/conversations/get-app-conversation.ts';
import { deleteSandbox } from '../../../../functions/sandboxes/delete-sandbox.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { workspaceExpired, workspaceLost } from '../../../../shared/presentation/sandbox-reasons.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox, aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps(20);
});

const create = (body: Record<string, unknown> = {}) => invoke(createAppConversation, deps, { body });
const remove = (id: string) => invoke(deleteAppConversation, deps, { params: { conversation_id: id } });
const get = (id: string) => invoke(getAppConversation, deps, { params: { conversation_id: id } });
const sandbox = (id: string) => deps.sandboxes.find('ann', id);
async function add(row: Sandbox): Promise<Sandbox> {
  await deps.sandboxes.save([{ previous: null, next: row }]);
  return row;
}
async function change(id: string, difference: Partial<Sandbox>): Promise<void> {
  const previous = await sandbox(id);
  if (!previous) return expect.fail(`no sandbox ${id}`);
  await deps.sandboxes.save([{ previous, next: changed(previous, deps.now(), difference) }]);
}

const expired = { desired: 'PAUSED', phase: 'EXPIRED', status_reason: workspaceExpired(30) } as const;
const lost = { desired: 'PAUSED', phase: 'ERROR', status_reason: workspaceLost } as const;

describe('conversation count of a sandbox', () => {
  it('begins with the conversation that the sandbox was created for', async () => {
    const { body } = await create();

    expect(await sandbox(body.sandbox_id)).toMatchObject({ conversation_count: 1, created_for_conversation: true });
  });

  it.each([
    ['runs', aRunningSandbox()],
    ['starts', aSandbox()],
    ['is paused', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' })],
  ])('increases when a conversation joins while the sandbox %s', async (_, row) => {
    await add({ ...row, conversation_count: 4 });

    await create({ sandbox_id: row.sandbox_id });

    expect(await sandbox(row.sandbox_id)).toMatchObject({ conversation_count: 5, desired: 'RUNNING', version: 2 });
  });

  it('is exact when many conversations join concurrently', async () => {
    const { sandbox_id } = await add(aRunningSandbox());

    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ sandbox_id })));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await sandbox(sandbox_id)).toMatchObject({ conversation_count: 20 });
  });

  it.each(['RUNNING', 'PAUSED'] as const)(
    'does not change when a conversation starts again, when %s',
    async (desired) => {
      const conversation_id = aSandboxId();
      const { sandbox_id } = (await create({ conversation_id })).body;
      if (desired === 'PAUSED') await change(sandbox_id, { desired, phase: 'PAUSED' });

      expect((await create({ conversation_id })).body.sandbox_id).toBe(sandbox_id);
      expect(await sandbox(sandbox_id)).toMatchObject({ conversation_count: 1, desired: 'RUNNING' });
    },
  );

  it('moves with a conversation from one sandbox to another, which deletes nothing', async () => {
    const conversation_id = aSandboxId();
    const { sandbox_id: before } = (await create({ conversation_id })).body;
    const after = await add(aRunningSandbox());

    await create({ conversation_id, sandbox_id: after.sandbox_id });

    expect(await sandbox(before)).toMatchObject({ conversation_count: 0, desired: 'RUNNING' });
    expect(await sandbox(after.sandbox_id)).toMatchObject({ conversation_count: 1 });
    await remove(conversation_id);
    expect(await sandbox(before)).toMatchObject({ desired: 'RUNNING' });
    expect(await sandbox(after.sandbox_id)).toMatchObject({ conversation_count: 0, desired: 'RUNNING' });
  });
});

describe('lost workspace', () => {
  it.each([
    ['expired', expired],
    ['is lost', lost],
  ])('makes a start in a named sandbox a 410 when it %s', async (_, state) => {
    const { sandbox_id } = await add(aSandbox(state));

    const { status, body } = await create({ sandbox_id });

    expect([status, body.code]).toEqual([410, 'gone']);
    expect(body.detail).toContain('Start a new sandbox');
    expect(deps.conversations.rows.size).toBe(0);
  });

  it.each([
    ['expired', expired],
    ['is lost', lost],
  ])('gives a restarted conversation a new sandbox when it %s', async (_, state) => {
    const conversation_id = aSandboxId();
    const { sandbox_id: before } = (await create({ conversation_id })).body;
    await change(before, state);

    const { sandbox_id: after } = (await create({ conversation_id })).body;

    expect(after).not.toBe(before);
    expect(await sandbox(before)).toMatchObject({ ...state, conversation_count: 0 });
    expect(await sandbox(after)).toMatchObject({ conversation_count: 1, created_for_conversation: true });
  });

  it('is not inherited by a sub-conversation', async () => {
    const parent = (await create()).body;
    await change(parent.sandbox_id, expired);

    const { body } = await create({ parent_conversation_id: parent.conversation_id });

    expect(body.sandbox_id).not.toBe(parent.sandbox_id);
    expect(await sandbox(parent.sandbox_id)).toMatchObject({ conversation_count: 1 });
  });
});

describe('sandbox id that is used a second time', () => {
  /** Two conversations share a sandbox. The first is deleted with the sandbox, then created again. */
  async function createdAgain() {
    const id = aSandboxId();
    await create({ conversation_id: id });
    const other = (await create({ sandbox_id: id })).body.conversation_id;
    await invoke(deleteSandbox, deps, { params: { sandbox_id: id } });
    await remove(id);
    deps.clock.advance(60);
    await change(id, { phase: 'DELETED', desired: 'DELETED', generation: 3 });
    const again = await create({ conversation_id: id });
    expect([again.status, again.body.sandbox_id]).toEqual([200, id]);
    return { id, other };
  }

  it('continues after the receipt of the first sandbox', async () => {
    const { id } = await createdAgain();

    expect(await sandbox(id)).toMatchObject({
      desired: 'RUNNING',
      phase: 'PENDING',
      generation: 4,
      conversation_count: 1,
      created_at: deps.now().toISOString(),
    });
  });

  it('does not belong to the conversations of the first sandbox', async () => {
    const { id, other } = await createdAgain();
    expect((await get(id)).body.sandbox_status).toBe('STARTING');
    expect((await get(other)).body.sandbox_status).toBe('MISSING');

    await remove(other);

    expect(await sandbox(id)).toMatchObject({ desired: 'RUNNING', conversation_count: 1 });
  });

  it('is not joined by a restarted conversation of the first sandbox', async () => {
    const { id } = await createdAgain();
    const [row] = [...deps.conversations.rows.values()];
    if (row) deps.conversations.put({ ...row, conversation_id: 'old', sandbox_created_at: '2020-01-01T00:00:00.000Z' });

    const legacy = await invoke(createConversation, deps, { body: { conversation_id: 'old' } });

    expect(legacy.body).toMatchObject({ conversation_status: 'STOPPED', message: expect.stringContaining('MISSING') });
    expect(await sandbox(id)).toMatchObject({ conversation_count: 1 });
  });
});

describe('deletion of the last conversation with a concurrent start', () => {
  /** Runs `happen` between the read and the first write of a request. */
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

  it('deletes a conversation that was just restarted', async () => {
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
