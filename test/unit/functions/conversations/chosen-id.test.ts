import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { buried } from '../../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const create = (body: Record<string, unknown> = {}, request: TestRequest = {}) =>
  invoke(createAppConversation, deps, { body, ...request });
const conversation = (id: string) => deps.conversations.find('ann', id);
async function add(sandbox: Sandbox): Promise<Sandbox> {
  await deps.sandboxes.save([{ previous: null, next: sandbox }]);
  return sandbox;
}

describe('chosen conversation id', () => {
  const id = aSandboxId();

  it('names conversation and first sandbox, and joins the conversation when it is sent again', async () => {
    const first = await create({ conversation_id: id });
    const second = await create({ conversation_id: id });

    expect(first.body).toMatchObject({ conversation_id: id, sandbox_id: id });
    expect(second.body).toMatchObject({ conversation_id: id, sandbox_id: id });
    expect([deps.conversations.rows.size, deps.sandboxes.rows.size, deps.startTasks.rows.size]).toEqual([1, 1, 2]);
  });

  it.each([
    ['the receipt', 0],
    ['nothing', 8],
  ])('gets a new sandbox when %s remains of the old one', async (_, days) => {
    const { body } = await create({ conversation_id: id });
    const row = await deps.sandboxes.find('ann', body.sandbox_id);
    const next = row && buried({ ...row, desired: 'DELETED' }, deps.now());
    await deps.sandboxes.save(next ? [{ previous: row, next }] : []);
    deps.clock.advance(days * 24 * 60 * 60);

    const again = await create({ conversation_id: id });

    expect(again.status).toBe(200);
    expect(again.body.sandbox_id).not.toBe(id);
    expect(await conversation(id)).toMatchObject({ sandbox_id: again.body.sandbox_id });
  });

  it.each(['RUNNING', 'DELETED'] as const)("may be that of the caller's sandbox, desired %s", async (desired) => {
    await add(aRunningSandbox({ sandbox_id: id, desired }));

    const { status, body } = await create({ conversation_id: id });

    expect(status).toBe(200);
    expect(body.conversation_id).toBe(id);
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({ desired: 'RUNNING' });
  });

  it('may become that of a sandbox concurrently', async () => {
    const { write } = deps.starts;
    let isFirst = true;
    deps.starts.write = async (start, limit) => {
      if (isFirst) await add(aRunningSandbox({ sandbox_id: id }));
      isFirst = false;
      await write.call(deps.starts, start, limit);
    };

    const { status, body } = await create({ conversation_id: id });

    expect([status, body.conversation_id]).toEqual([200, id]);
    expect(body.sandbox_id).not.toBe(id);
  });

  it('is free when another owner uses it', async () => {
    await create({ conversation_id: id }, { caller: { ownerId: 'bob' } });

    expect((await create({ conversation_id: id })).status).toBe(200);
  });

  it('makes one conversation of two concurrent requests', async () => {
    const answers = await Promise.all([create({ conversation_id: id }), create({ conversation_id: id })]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([deps.conversations.rows.size, deps.sandboxes.rows.size]).toEqual([1, 1]);
  });
});
