import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type StartedConversation, startConversation } from './support/conversations.ts';
import { newOwner, type Owner } from './support/owners.ts';
import { badFields, expectProblem } from './support/problems.ts';
import { gitServer, giveTokens } from './support/repositories.ts';

const path = '/api/v1/app-conversations';

let owner: Owner;
let first: StartedConversation;
let second: StartedConversation;
beforeAll(async () => {
  owner = await newOwner();
  const git = await gitServer();
  for (const name of ['octo/tools', 'octo/other']) git.addRepository(name, {});
  await giveTokens(owner, git, 'a-git-token');
  [first, second] = await Promise.all([
    startConversation(owner.api, {
      title: 'first',
      selected_repository: 'octo/tools',
      selected_branch: 'main',
      git_provider: 'github',
      llm_model: 'a/b',
    }),
    startConversation(owner.api, { title: 'second' }),
  ]);
});

const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

describe('app conversations by id', () => {
  it('come in the order asked for, null for what is not there', async () => {
    const { body } = await owner.api.get(path, { ids: [second.id, randomUUID(), first.id, 'unknown.name'] });

    expect(body.map((one: { title: string } | null) => one?.title ?? null)).toEqual(['second', null, 'first', null]);
  });

  it('are found in either form, in any case and as often as asked for', async () => {
    const forms = [first.id, dashed(first.id), first.id.toUpperCase(), dashed(first.id).toUpperCase()];

    const { body } = await owner.api.get(path, { ids: forms });

    expect(body.map(({ id }: { id: string }) => id)).toEqual(forms.map(() => first.id));
    for (const form of forms) expect((await owner.api.get(`${path}/${form}`)).body.id).toBe(first.id);
  });

  it('are the same in every read', async () => {
    const [one, batch, search] = await Promise.all([
      owner.api.get(`${path}/${first.id}`),
      owner.api.get(path, { ids: first.id }),
      owner.api.get(`${path}/search`, { title__contains: 'first' }),
    ]);

    expect(batch.body).toEqual([one.body]);
    expect(search.body.items).toEqual([one.body]);
    expect(one.body).toMatchObject({ conversation_url: first.url, session_api_key: first.sessionKey });
  });

  it('may be 99 at a time, and no ids are a page', async () => {
    const ids = Array.from({ length: 98 }, () => randomUUID());

    const most = await owner.api.get(path, { ids: [...ids, first.id] });
    const tooMany = await owner.api.get(path, { ids: [...ids, first.id, second.id] });

    expect(most.body).toHaveLength(99);
    expect(most.body.at(-1).id).toBe(first.id);
    expectProblem(tooMany, 400, 'too_many_ids');
    expect(tooMany.body.detail).toContain('Too many ids requested. Maximum is 99.');
    expect((await owner.api.get(path)).body).toEqual({ items: expect.any(Array), next_page_id: null });
  });

  it('names each id that cannot be one', async () => {
    expect(badFields(await owner.api.get(path, { ids: [first.id, 'a/b', ''] }))).toEqual([
      'query.ids.1',
      'query.ids.2',
    ]);
  });

  it('refuses what never existed, and the literal paths beside it stay what they are', async () => {
    const id = randomUUID().replaceAll('-', '');
    const answer = await owner.api.get(`${path}/${id}`);

    expectProblem(answer, 404, 'not_found');
    expect(answer.body.detail).toBe(`Conversation ${id} not found`);
    expect((await owner.api.get(`${path}/count`)).body).toBe(2);
    expect((await owner.api.get(`${path}/search`)).body.items).toHaveLength(2);
  });
});

describe('a conversation of another conversation', () => {
  it('inherits sandbox, repository, branch, provider and model, and its parent knows it', async () => {
    const child = await startConversation(owner.api, { parent_conversation_id: dashed(first.id) });

    const [parentView, childView] = (await owner.api.get(path, { ids: [first.id, child.id] })).body;

    expect(childView).toMatchObject({
      parent_conversation_id: first.id,
      sandbox_id: first.sandboxId,
      session_api_key: first.sessionKey,
      selected_repository: 'octo/tools',
      selected_branch: 'main',
      git_provider: 'github',
      llm_model: 'a/b',
    });
    expect(parentView.sub_conversation_ids).toEqual([child.id]);
  });

  it('may decide otherwise', async () => {
    const other = await startConversation(owner.api, {
      parent_conversation_id: first.id,
      sandbox_id: second.sandboxId,
      selected_repository: 'octo/other',
      llm_model: 'c/d',
    });

    const { body } = await owner.api.get(`${path}/${other.id}`);

    expect(body).toMatchObject({
      sandbox_id: second.sandboxId,
      selected_repository: 'octo/other',
      llm_model: 'c/d',
      git_provider: 'github',
    });
  });
});
