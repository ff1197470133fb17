import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { familyLimits } from '../../../../shared/domain/conversations/record/family.ts';
import { openSecrets } from '../../../../shared/domain/conversations/start/task/start-secrets.ts';
import { buried } from '../../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox, aSandboxId, aSpec, someSpecs } from '../../../support/sandboxes/sandbox-data.ts';
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

it('a start with a public link is refused in a deployment without them, and starts nothing', async () => {
  deps = { ...deps, publicLinks: false };

  expect(await create({ public: true })).toMatchObject({ status: 403, body: { code: 'forbidden' } });

  expect(await deps.sandboxes.newest('ann', new Date('2099-01-01'), 10)).toEqual([]);
  expect((await create({ public: false })).status).toBe(200);
});

describe('start with an empty request', () => {
  it('creates a conversation, a start task and a sandbox', async () => {
    const { status, body } = await create();

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'WORKING', detail: null, agent_server_url: null, created_by_user_id: 'ann' });
    expect(body.request).toMatchObject({ agent_type: 'default', pr_number: [], sandbox_id: null });
    expect(await deps.startTasks.find('ann', body.id)).toMatchObject({ conversation_id: body.conversation_id });
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({ desired: 'RUNNING', phase: 'PENDING' });
    expect(await conversation(body.conversation_id)).toMatchObject({
      sandbox_id: body.sandbox_id,
      title: `Conversation ${body.conversation_id.slice(-5)}`,
    });
  });

  it('uses the id of the first conversation for the sandbox, and a new id for a later sandbox', async () => {
    const { body } = await create();
    const { conversation_id: id } = body;
    const child = await create({ parent_conversation_id: id });
    const row = await deps.sandboxes.find('ann', id);
    if (row) await deps.sandboxes.save([{ previous: row, next: changed(row, deps.now(), { desired: 'DELETED' }) }]);
    const again = await create({ conversation_id: id });

    expect([body.sandbox_id, child.body.sandbox_id]).toEqual([id, id]);
    expect(again.body).toMatchObject({ conversation_id: id, sandbox_id: expect.not.stringMatching(id) });
  });

  it.each(['', '  '])('gives a default title when the title is %j', async (title) => {
    const { conversation_id: id } = (await create({ title })).body;

    expect(await conversation(id)).toMatchObject({ title: `Conversation ${id.slice(-5)}` });
  });

  it('ignores unknown fields', async () => {
    expect((await create({ from_the_future: 1 })).status).toBe(200);
  });

  it('keeps the settings of the conversation', async () => {
    const about = {
      title: 'Mine',
      selected_repository: 'o/r',
      selected_branch: 'main',
      git_provider: 'forgejo',
      llm_model: 'm',
      pr_number: [4],
      trigger: 'slack',
      public: true,
    };

    const { body } = await create(about);

    expect(await conversation(body.conversation_id)).toMatchObject(about);
  });
});

describe('secrets of a start', () => {
  it('are masked in the answer and the row, and sealed for the agent', async () => {
    const { body, text } = await create({ secrets: { TOKEN: 'hunter2' } });

    expect(body.request.secrets).toEqual({ TOKEN: '**********' });
    expect(text).not.toContain('hunter2');
    const task = await deps.startTasks.find('ann', body.id);
    expect(JSON.stringify(task)).not.toContain('hunter2');
    expect(task && (await openSecrets(task, deps.vault))).toEqual({ secrets: { TOKEN: 'hunter2' }, mcp_servers: {} });
  });

  it('in plugins are sealed too: parameters and credentials in URLs', async () => {
    const source = 'https://me:s3cret-token@git.example/o/r?key=s3cret-token';
    const plugins = [
      { source, parameters: { password: 's3cret-too' } },
      { source: 'github:o/r' },
      { source: ` ${source}` },
    ];

    const { body, text } = await create({ plugins });

    const shown = { source: 'https://git.example/o/r', parameters: { password: '**********' } };
    expect(body.request.plugins).toMatchObject([shown, { source: 'github:o/r' }, { source: ` ${shown.source}` }]);
    const task = await deps.startTasks.find('ann', body.id);
    expect(`${text}${JSON.stringify(task)}`).not.toContain('s3cret');
    expect(task && (await openSecrets(task, deps.vault)).plugins).toMatchObject(plugins);
  });

  it('are the only reason to call the vault', async () => {
    await create({});

    expect(deps.vault.seals).toBe(0);
  });
});

describe('suggested task', () => {
  const suggested_task = { git_provider: 'github', task_type: 'OPEN_ISSUE', repo: 'o/r', issue_number: 7, title: 'T' };

  it('fills repository, provider, trigger and first message', async () => {
    const { body } = await create({ suggested_task });

    expect(body.request.initial_message.content[0].text).toContain('#7');
    expect(await conversation(body.conversation_id)).toMatchObject({
      selected_repository: 'o/r',
      git_provider: 'github',
      trigger: 'suggested_task',
    });
  });

  it('excludes a first message', async () => {
    const answer = await create({ suggested_task, initial_message: { content: [] } });

    expect([answer.status, badFields(answer)]).toEqual([422, ['body.suggested_task']]);
  });
});

describe('named sandbox', () => {
  it.each([
    ['runs', aRunningSandbox()],
    ['starts', aSandbox()],
    ['is paused, and is resumed', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' })],
  ])('is used when it %s', async (_, sandbox) => {
    await add(sandbox);

    const { body } = await create({ sandbox_id: sandbox.sandbox_id });

    expect(body.sandbox_id).toBe(sandbox.sandbox_id);
    expect(await deps.sandboxes.find('ann', sandbox.sandbox_id)).toMatchObject({ desired: 'RUNNING' });
  });

  it('is resumed when it was paused concurrently', async () => {
    const sandbox = await add(aRunningSandbox());
    const { write } = deps.starts;
    let isFirst = true;
    deps.starts.write = async (start, limit) => {
      const paused = changed(sandbox, deps.now(), { desired: 'PAUSED' });
      if (isFirst) await deps.sandboxes.save([{ previous: sandbox, next: paused }]);
      isFirst = false;
      await write.call(deps.starts, start, limit);
    };

    const { status } = await create({ sandbox_id: sandbox.sandbox_id });

    expect(status).toBe(200);
    expect(await deps.sandboxes.find('ann', sandbox.sandbox_id)).toMatchObject({ desired: 'RUNNING' });
  });

  it('in ERROR gives a 409 with the reason', async () => {
    const reason = { code: 'x', message: 'No image.', remedy: '', retryable: true };
    const { sandbox_id } = await add(aSandbox({ desired: 'PAUSED', phase: 'ERROR', status_reason: reason }));

    const { status, body } = await create({ sandbox_id });

    expect([status, body.code, body.detail]).toEqual([409, 'conflict', expect.stringContaining('No image.')]);
  });

  it("gives the same 404 when it is another owner's, being deleted or unknown", async () => {
    const theirs = await add(aRunningSandbox({ owner_id: 'bob' }));
    const deleted = await add(aRunningSandbox({ desired: 'DELETED' }));

    const answers = [];
    for (const sandbox_id of [theirs.sandbox_id, deleted.sandbox_id, aSandboxId()]) {
      const { text, requestId } = await create({ sandbox_id });
      answers.push(text.replaceAll(sandbox_id, 'ID').replaceAll(requestId, 'REQUEST'));
    }

    expect(answers[0]).toContain('"status":404');
    expect(new Set(answers).size).toBe(1);
  });
});

describe('parent conversation', () => {
  it('gives its sandbox, repository, branch, provider and model to its sub-conversation', async () => {
    const about = { selected_repository: 'o/r', selected_branch: 'b', git_provider: 'gitlab', llm_model: 'm' };
    const parent = (await create(about)).body;

    const { body } = await create({ parent_conversation_id: parent.conversation_id });

    const child = await conversation(body.conversation_id);
    expect(child).toMatchObject({ ...about, sandbox_id: parent.sandbox_id });
    expect(await conversation(parent.conversation_id)).toMatchObject({
      sub_conversation_ids: [body.conversation_id],
    });
  });

  it('refuses a sub-conversation below a full or too deeply nested parent, naming the field', async () => {
    const parent = aConversation({ sub_conversation_ids: Array.from({ length: familyLimits.children }, String) });
    const deep = aConversation({ parent_conversation_id: parent.conversation_id, depth: familyLimits.depth });
    for (const row of [parent, deep]) deps.conversations.put(row);

    for (const { conversation_id: id } of [parent, deep]) {
      const refused = await create({ parent_conversation_id: id });
      expect([refused.status, badFields(refused)]).toEqual([422, ['body.parent_conversation_id']]);
    }
    expect([deps.conversations.rows.size, deps.startTasks.rows.size]).toEqual([2, 0]);
  });
});

describe('sandbox limit', () => {
  it('refuses a start with the ids that run and writes nothing, or pauses one when the request asks for it', async () => {
    deps = serviceDeps(1);
    const { sandbox_id: oldest } = (await create()).body;

    const refused = await create();
    expect([refused.status, refused.body.running_sandbox_ids]).toEqual([429, [oldest]]);
    expect([deps.conversations.rows.size, deps.startTasks.rows.size]).toEqual([1, 1]);

    const { status } = await create({}, { query: { on_limit: 'pause_oldest' } });
    expect(status).toBe(200);
    expect(await deps.sandboxes.find('ann', oldest)).toMatchObject({ desired: 'PAUSED' });
  });

  it('does not count a conversation in a running sandbox', async () => {
    deps = serviceDeps(1);
    const { sandbox_id } = (await create()).body;

    expect((await create({ sandbox_id })).status).toBe(200);
  });
});

describe('start with a sandbox spec', () => {
  const large = aSpec({ id: 'large', idle_minutes: 7 });
  beforeEach(() => {
    deps = { ...serviceDeps(), specs: someSpecs(aSpec(), large) };
  });
  const refused = { field: ['body.sandbox_spec_id'], status: 422 };
  const answered = (answer: Awaited<ReturnType<typeof create>>) => ({
    status: answer.status,
    field: badFields(answer),
  });

  it('makes the sandbox by it, and shows it in the request', async () => {
    const { status, body } = await create({ sandbox_spec_id: 'large' });

    expect([status, body.request.sandbox_spec_id]).toEqual([200, 'large']);
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({ spec_id: 'large', idle_minutes: 7 });
  });

  it('refuses one that is not offered, before anything is written', async () => {
    const answer = await create({ sandbox_spec_id: 'ghcr.io/openhands/agent-server:none' });

    expect(answered(answer)).toEqual(refused);
    expect(answer.body.detail).toContain('reference, large');
    expect([deps.sandboxes.rows.size, deps.conversations.rows.size, deps.startTasks.rows.size]).toEqual([0, 0, 0]);
  });

  it('takes that of the named sandbox or of the parent, and refuses any other', async () => {
    const { sandbox_id } = await add(aRunningSandbox({ spec_id: 'large' }));
    const parent = (await create({ sandbox_id, sandbox_spec_id: 'large' })).body;
    const below = { parent_conversation_id: parent.conversation_id };

    expect(answered(await create({ sandbox_id, sandbox_spec_id: 'reference' }))).toEqual(refused);
    expect(answered(await create({ ...below, sandbox_spec_id: 'reference' }))).toEqual(refused);
    expect((await create({ ...below, sandbox_spec_id: 'large' })).body.sandbox_id).toBe(sandbox_id);
    expect(deps.startTasks.rows.size).toBe(2);
  });

  it('is kept when the conversation starts again after its sandbox was lost', async () => {
    const conversation_id = aSandboxId();
    const { body } = await create({ conversation_id, sandbox_spec_id: 'large' });
    const sandbox = await deps.sandboxes.find('ann', body.sandbox_id);
    if (!sandbox) throw new Error('no sandbox');
    await deps.sandboxes.save([{ previous: sandbox, next: changed(sandbox, deps.now(), { phase: 'EXPIRED' }) }]);

    const again = await create({ conversation_id });

    expect(again.body.sandbox_id).not.toBe(body.sandbox_id);
    expect(await deps.sandboxes.find('ann', again.body.sandbox_id)).toMatchObject({ spec_id: 'large' });
  });
});

describe('start that no agent could make', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['an agent profile that its owner does not have', { agent_profile_id: randomUUID() }, 'body.agent_profile_id'],
    ['an agent profile that is no id', { agent_profile_id: 'mine' }, 'body.agent_profile_id'],
    ['a message of the assistant', { initial_message: { role: 'assistant' } }, 'body.initial_message.role'],
    ['a message of a tool', { initial_message: { role: 'tool' } }, 'body.initial_message.role'],
    [
      'a picture of the system',
      { initial_message: { role: 'system', content: [{ type: 'image', image_urls: ['data:'] }] } },
      'body.initial_message.content.0',
    ],
  ])('refuses %s and names the field', async (_, body, field) => {
    const answer = await create(body);

    expect([answer.status, badFields(answer)]).toEqual([422, [field]]);
    expect([deps.sandboxes.rows.size, deps.startTasks.rows.size]).toEqual([0, 0]);
  });
});

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
  ])('gets a new sandbox when only %s remains of the old one', async (_, days) => {
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

  it.each(['RUNNING', 'DELETED'] as const)("can be the id of the caller's sandbox, desired %s", async (desired) => {
    await add(aRunningSandbox({ sandbox_id: id, desired }));

    const { status, body } = await create({ conversation_id: id });

    expect(status).toBe(200);
    expect(body.conversation_id).toBe(id);
    expect(await deps.sandboxes.find('ann', body.sandbox_id)).toMatchObject({ desired: 'RUNNING' });
  });

  it('can become the id of a sandbox concurrently', async () => {
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

  it('makes one conversation of two concurrent requests', async () => {
    const answers = await Promise.all([create({ conversation_id: id }), create({ conversation_id: id })]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([deps.conversations.rows.size, deps.sandboxes.rows.size]).toEqual([1, 1]);
  });
});
