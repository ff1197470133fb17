import { beforeEach, describe, expect, it } from 'vitest';
import { startConversation } from '../../../../functions/conversations/start-conversation.ts';
import { stopConversation } from '../../../../functions/conversations/stop-conversation.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

async function add(sandbox?: Sandbox, id = 'mine') {
  if (sandbox) await deps.sandboxes.save([{ previous: null, next: sandbox }]);
  deps.conversations.put(
    aConversation({ conversation_id: id, sandbox_id: sandbox?.sandbox_id ?? 'gone', selected_repository: 'o/r' }),
  );
}

const start = (id = 'mine', request: TestRequest = {}) =>
  invoke(startConversation, deps, { params: { conversation_id: id }, body: { providers_set: null }, ...request });
const stop = (id = 'mine', request: TestRequest = {}) =>
  invoke(stopConversation, deps, { params: { conversation_id: id }, ...request });
const home = async () => {
  const conversation = await deps.conversations.find('ann', 'mine');
  return conversation && deps.sandboxes.find('ann', conversation.sandbox_id);
};

describe('POST start', () => {
  it('resumes a paused sandbox', async () => {
    await add(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }));

    const { status, body } = await start();

    expect([status, body]).toEqual([
      200,
      { status: 'ok', conversation_id: 'mine', message: null, conversation_status: 'STARTING' },
    ]);
    expect(await home()).toMatchObject({ desired: 'RUNNING' });
    expect(deps.startTasks.rows.size).toBe(0);
  });

  it('returns the same response when the sandbox already runs', async () => {
    await add(aRunningSandbox());

    const answers = [await start(), await start('mine', { body: {} })];

    const answer = { status: 'ok', conversation_id: 'mine', message: null, conversation_status: 'RUNNING' };
    expect(answers.map(({ body }) => body)).toEqual([answer, answer]);
  });

  it.each([
    ['gone', undefined],
    ['expired', aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' })],
  ])('starts a new sandbox when the old one is %s', async (_, sandbox) => {
    await add(sandbox);

    const { body } = await start();

    expect(body).toMatchObject({ conversation_status: 'STARTING' });
    const now = await home();
    expect(now).toMatchObject({ desired: 'RUNNING' });
    expect(now?.sandbox_id).not.toBe(sandbox?.sandbox_id);
    expect([...deps.startTasks.rows.values()]).toMatchObject([
      { conversation_id: 'mine', request: { selected_repository: 'o/r', initial_message: null } },
    ]);
  });

  it('resumes once for two concurrent requests', async () => {
    await add(aSandbox({ desired: 'PAUSED', phase: 'PAUSED', generation: 4, wanted_generation: 4 }));

    const answers = await Promise.all([start(), start()]);

    expect(answers.map(({ body }) => body.conversation_status)).toEqual(['STARTING', 'STARTING']);
    expect(await home()).toMatchObject({ wanted_generation: 5 });
  });

  it('refuses to exceed the limit of running sandboxes', async () => {
    deps = serviceDeps(1);
    await add(aRunningSandbox(), 'other');
    await add(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }));

    const { status, body } = await start();

    expect([status, body.code, body.running_sandbox_ids.length]).toEqual([429, 'concurrency_limit_exceeded', 1]);
  });

  it.each([[{ providers_set: ['cvs'] }], [{ providers_set: 'github' }], [[]]])('refuses %j', async (body) => {
    await add();

    expect((await start('mine', { body })).status).toBe(422);
  });

  it('returns a legacy 404 for an unknown conversation', async () => {
    const { status, body } = await start('other');

    expect([status, body]).toMatchObject([
      404,
      { conversation_id: 'other', msg_id: 'CONVERSATION$NOT_FOUND', message: 'Conversation other not found' },
    ]);
  });
});

describe('POST stop', () => {
  it.each([
    ['runs', aRunningSandbox(), 'RUNNING', 'Conversation stopped successfully'],
    ['starts', aSandbox({ desired: 'RUNNING', phase: 'BOOTING' }), 'STARTING', 'Conversation stopped successfully'],
    ['is paused', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 'STOPPED', 'Conversation was not running'],
    ['is gone', undefined, 'STOPPED', 'Conversation was not running'],
  ])('returns the earlier status when the sandbox %s', async (_, sandbox, conversation_status, message) => {
    await add(sandbox);

    const { status, body } = await stop();

    expect([status, body]).toEqual([200, { status: 'ok', conversation_id: 'mine', message, conversation_status }]);
    if (sandbox) expect(await home()).toMatchObject({ desired: 'PAUSED' });
  });

  it('decides again when the sandbox changed concurrently', async () => {
    await add(aRunningSandbox());

    const answers = await Promise.all([stop(), stop()]);

    expect(answers.map(({ body }) => body.conversation_status).toSorted()).toEqual(['RUNNING', 'STOPPED']);
  });
});
