import { beforeAll, describe, expect, it } from 'vitest';
import { askAgent, type StartedConversation, startConversation } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { newOwner, nobody, type Owner } from './support/owners.ts';
import { badFields, expectProblem } from './support/problems.ts';

const path = '/api/v1/app-conversations';

let owner: Owner;
let stranger: Owner;
let conversation: StartedConversation;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
  conversation = await startConversation(owner.api);
});

const update = (body: unknown, { api } = owner) => api.send('PATCH', `${path}/${conversation.id}`, { body });
const rename = (body: unknown, { api } = owner) => api.send('PATCH', `/api/conversations/${conversation.id}`, { body });
const read = async () => (await owner.api.get(`${path}/${conversation.id}`)).body;
const agentTitle = async () => (await askAgent(conversation, '')).body.title;

describe('a change of a conversation', () => {
  it('is there for every reader, and for the agent', async () => {
    const before = await read();

    const { status, body } = await update({ title: 'Mine, for good', public: true, selected_branch: 'main' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...before,
      title: 'Mine, for good',
      public: true,
      selected_branch: 'main',
      updated_at: expect.stringMatching(/^2/),
    });
    expect(body.updated_at > before.updated_at).toBe(true);
    // The agent tells of its new title, which is news of the conversation once more.
    expect(await read()).toEqual({ ...body, updated_at: expect.stringMatching(/^2/) });
    expect((await owner.api.get(`/api/conversations/${conversation.id}`)).body.title).toBe('Mine, for good');
    const found = await owner.api.get(`${path}/search`, { title__contains: 'for GOOD' });
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([conversation.id]);
    expect(await agentTitle()).toBe('Mine, for good');
  });

  it('stays when the agent has found a title of its own', async () => {
    await owner.api.post(`${path}/${conversation.id}/send-message`, {
      content: [{ type: 'text', text: 'What would you call this?' }],
    });
    const answers = () => askAgent(conversation, '/events/count?kind=MessageEvent&source=agent');
    await eventually('the agent answers', async () => ((await answers()).body > 0 ? true : undefined));

    expect((await read()).title).toBe('Mine, for good');
  });

  it('by the legacy generation renames', async () => {
    const { status, body } = await rename({ title: 'Renamed' });

    expect([status, body]).toEqual([200, true]);
    expect((await read()).title).toBe('Renamed');
    expect(badFields(await rename({ title: '', color: 'red' }))).toEqual(['body.color', 'body.title']);
  });

  it('is refused where a repository or branch could be something else', async () => {
    const answer = await update({ selected_repository: 'a/b;rm -rf', selected_branch: '--upload-pack=x', title: 7 });

    expect(badFields(answer)).toEqual(['body.selected_branch', 'body.selected_repository', 'body.title']);
    expect((await read()).title).toBe('Renamed');
  });

  it('is not for strangers', async () => {
    const theirs = await update({ title: 'Stolen' }, stranger);

    expectProblem(theirs, 404, 'not_found');
    expect(theirs.body.detail).toBe('unknown_app_conversation');
    const legacy = await rename({ title: 'Stolen' }, stranger);
    expectProblem(legacy, 404, 'not_found');
    expect(legacy.body).toMatchObject({ msg_id: 'CONVERSATION$NOT_FOUND', message: legacy.body.detail });
    expectProblem(await nobody().send('PATCH', `${path}/${conversation.id}`, { body: {} }), 401, 'unauthenticated');
    expect((await read()).title).toBe('Renamed');
  });
});
