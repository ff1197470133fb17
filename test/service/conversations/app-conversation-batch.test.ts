import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type StartedConversation, startConversation } from '../../support/service/conversations.ts';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';

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
  it('are equal in each kind of read', async () => {
    const [one, batch, search] = await Promise.all([
      owner.api.get(`${path}/${first.id}`),
      owner.api.get(path, { ids: first.id }),
      owner.api.get(`${path}/search`, { title__contains: 'first' }),
    ]);

    expect(batch.body).toEqual([one.body]);
    expect(search.body.items).toEqual([one.body]);
    expect(one.body).toMatchObject({ conversation_url: first.url, session_api_key: first.sessionKey });
  });

  it('are refused with the position of each malformed id', async () => {
    expect(badFields(await owner.api.get(path, { ids: [first.id, 'a/b', ''] }))).toEqual([
      'query.ids.1',
      'query.ids.2',
    ]);
  });

  it('answer 404 for an unknown id, while count and search remain literal paths', async () => {
    const id = randomUUID().replaceAll('-', '');
    const answer = await owner.api.get(`${path}/${id}`);

    expectProblem(answer, 404, 'not_found');
    expect(answer.body.detail).toBe(`Conversation ${id} not found`);
    expect((await owner.api.get(`${path}/count`)).body).toBe(2);
    expect((await owner.api.get(`${path}/search`)).body.items).toHaveLength(2);
  });
});

describe('a sub-conversation', () => {
  it('inherits sandbox, repository, branch, provider and model, and is listed by its parent', async () => {
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

  it('may name its own sandbox, repository and model', async () => {
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
