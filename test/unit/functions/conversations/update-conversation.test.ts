import { beforeEach, describe, expect, it } from 'vitest';
import { updateAppConversation } from '../../../../functions/conversations/update-app-conversation.ts';
import { updateConversation } from '../../../../functions/conversations/update-conversation.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { aSandbox, aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, add, addIn, running } = await useConversationScene();

let id: string;
beforeEach(async () => {
  id = (await addIn(running(), { title: 'Old', selected_repository: 'o/r', selected_branch: 'main' })).conversation_id;
});

const update = (body: unknown, request: TestRequest = {}) =>
  invoke(updateAppConversation, deps(), { params: { conversation_id: id }, body, ...request });
const rename = (body: unknown, request: TestRequest = {}) =>
  invoke(updateConversation, deps(), { params: { conversation_id: id }, body, ...request });
const stored = () => deps().conversations.find('ann', id);

describe('PATCH /api/v1/app-conversations/{conversation_id}', () => {
  it("sends the title to the agent of the conversation's sandbox, whichever sandbox has its id", async () => {
    const [first, moved] = [aSandboxId(), aSandboxId()];
    await addIn({ ...running(), sandbox_id: first }, { conversation_id: first });
    await deps().sandboxes.save([{ previous: null, next: { ...running(), sandbox_id: moved, exposed_urls: null } }]);
    await addIn(running(), { conversation_id: moved });
    const later = { ...running(), created_at: secondsAfterNoon(9) };
    await addIn(later, { conversation_id: later.sandbox_id });
    agent.requests.length = 0;

    for (const one of [first, moved, later.sandbox_id])
      expect((await update({ title: 'New' }, { params: { conversation_id: one } })).status).toBe(200);

    const told = agent.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
    expect(told).toEqual([first, moved].map((one) => `/api/conversations/${one}`));
  });

  it('makes no public link in a deployment without them, but ends one', async () => {
    await update({ public: true });
    const closed = { ...deps(), publicLinks: false };
    const send = (isPublic: boolean) =>
      invoke(updateAppConversation, closed, { params: { conversation_id: id }, body: { public: isPublic } });

    expect((await send(false)).body).toMatchObject({ public: false });
    const { status, body } = await send(true);

    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('publicLinks');
    expect(await stored()).toMatchObject({ public: false });
  });

  it('changes the fields of the request, and returns the conversation', async () => {
    const before = await stored();
    deps().clock.advance(60);

    const { status, body } = await update({ title: '  New ', public: true, git_provider: 'gitlab', unknown: 1 });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      title: 'New',
      public: true,
      git_provider: 'gitlab',
      selected_repository: 'o/r',
      selected_branch: 'main',
      sandbox_status: 'RUNNING',
      created_at: before?.created_at,
      updated_at: '2026-11-21T12:01:00.000Z',
    });
    expect(await stored()).toMatchObject({ title: 'New', title_by: 'user', public: true });
    expect(body).not.toHaveProperty('title_by');
  });

  it('clears null fields, and changes nothing for an empty request', async () => {
    await update({ selected_repository: null, selected_branch: null });
    const { status } = await update({});

    expect(status).toBe(200);
    expect(await stored()).toMatchObject({ title: 'Old', selected_repository: null, selected_branch: null });
  });

  it('sends only a new title to the agent', async () => {
    agent.reply = ({ method }) => ({ body: method === 'GET' ? [] : { success: true } });

    await update({ title: 'New' });
    await update({ public: false });

    const changes = agent.requests.filter(({ method }) => method === 'PATCH');
    expect(changes).toMatchObject([{ path: `/api/conversations/${id}`, body: { title: 'New' } }]);
  });

  it('succeeds when the agent fails', async () => {
    agent.reply = () => undefined;

    const { status, body } = await update({ title: 'New' });

    expect([status, body.title]).toEqual([200, 'New']);
  });

  it('calls no agent while the sandbox does not run', async () => {
    id = (await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }))).conversation_id;

    expect((await update({ title: 'New' })).body.title).toBe('New');
    id = add().conversation_id;
    expect((await update({ title: 'New' })).body.title).toBe('New');
    expect(agent.requests).toEqual([]);
  });

  it.each([
    ...['tools', 'a//b', 'a/b?c', 'a/b#c', 'a/..', '', 'a b/c', 'a/b\n'].map((selected_repository) => ({
      selected_repository,
    })),
    ...['', '-x', 'a b', 'a..b', 'a@{b', '/a', 'a~1'].map((selected_branch) => ({ selected_branch })),
    { title: '' },
    { title: '   ' },
    { title: 'x'.repeat(201) },
    { public: 'yes' },
    { git_provider: 'cvs' },
  ])('refuses %j', async (body) => {
    const answer = await update(body);

    expect([answer.status, badFields(answer)]).toEqual([422, Object.keys(body).map((name) => `body.${name}`)]);
    expect(await stored()).toMatchObject({ title: 'Old', selected_repository: 'o/r', selected_branch: 'main' });
  });

  it('returns a legacy 404 for an unknown conversation', async () => {
    const { status, body } = await update({ title: 'x' }, { params: { conversation_id: 'nothing' } });

    expect([status, body.detail]).toEqual([404, 'unknown_app_conversation']);
  });
});

describe('PATCH /api/conversations/{conversation_id}', () => {
  it('renames the conversation', async () => {
    const { status, body } = await rename({ title: 'New' });

    expect([status, body]).toEqual([200, true]);
    expect(await stored()).toMatchObject({ title: 'New', title_by: 'user' });
  });

  it.each([[{}], [{ title: '' }], [{ title: 'x'.repeat(201) }], [{ title: 'x', public: true }]])(
    'refuses %j',
    async (body) => {
      expect((await rename(body)).status).toBe(422);
    },
  );

  it('returns a legacy 404 for an unknown conversation', async () => {
    const { status, body } = await rename({ title: 'x' }, { params: { conversation_id: 'nothing' } });

    expect([status, body.msg_id, body.message]).toEqual([
      404,
      'CONVERSATION$NOT_FOUND',
      'Conversation nothing not found',
    ]);
  });
});
