import { beforeAll, describe, expect, it } from 'vitest';
import { newOwner, type Owner } from './support/owners.ts';
import { badFields } from './support/problems.ts';

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

/** The bad fields that a legacy create finds in a body. */
async function refused(body: unknown): Promise<string[]> {
  const answer = await owner.api.post('/api/conversations', body);
  const fields = badFields(answer);
  expect(answer.body.message).toBe(answer.body.detail);
  return fields;
}

describe('what the legacy create refuses', () => {
  it('names each unknown field, on every level', async () => {
    const body = {
      initial_message: 'of the other generation',
      sandbox_id: 'x',
      suggested_task: { repo: 'a/b', colour: 'red' },
      create_microagent: { repo: 'a/b', size: 1 },
      mcp_config: { sse_servers: [{ url: 'http://x', name: 'n' }], servers: [] },
    };

    expect(await refused(body)).toEqual([
      'body.create_microagent.size',
      'body.initial_message',
      'body.mcp_config.servers',
      'body.mcp_config.sse_servers.0.name',
      'body.sandbox_id',
      'body.suggested_task.colour',
    ]);
  });

  it('names every field of the wrong type at once', async () => {
    const body = {
      repository: 1,
      git_provider: 'sourceforge',
      selected_branch: [],
      initial_user_msg: {},
      image_urls: 'http://x/y.png',
      replay_json: 5,
      suggested_task: 'do it',
      create_microagent: [],
      conversation_instructions: false,
      mcp_config: 'none',
      conversation_id: 12,
    };

    expect(await refused(body)).toEqual(
      Object.keys(body)
        .map((field) => `body.${field}`)
        .toSorted(),
    );
  });

  it('names the bad fields of nested objects', async () => {
    const body = {
      image_urls: ['http://x/y.png', 7],
      suggested_task: { issue_number: 'seven', title: 1 },
      create_microagent: { title: [] },
      mcp_config: {
        sse_servers: [{ url: 'http://ok' }, { api_key: 'k' }],
        stdio_servers: [{ args: 'a b', env: { A: 1 } }],
        shttp_servers: [{ url: 1 }],
      },
    };

    expect(await refused(body)).toEqual([
      'body.create_microagent.repo',
      'body.create_microagent.title',
      'body.image_urls.1',
      'body.mcp_config.shttp_servers.0.url',
      'body.mcp_config.sse_servers.1.url',
      'body.mcp_config.stdio_servers.0.args',
      'body.mcp_config.stdio_servers.0.command',
      'body.mcp_config.stdio_servers.0.env.A',
      'body.mcp_config.stdio_servers.0.name',
      'body.suggested_task.issue_number',
      'body.suggested_task.repo',
      'body.suggested_task.title',
    ]);
  });

  it('takes null only where the specification has it', async () => {
    const nullable = {
      repository: null,
      git_provider: null,
      selected_branch: null,
      initial_user_msg: null,
      image_urls: null,
      replay_json: null,
      conversation_instructions: null,
    };
    const strict = { suggested_task: null, create_microagent: null, mcp_config: null, conversation_id: null };

    expect(await refused({ ...nullable, ...strict })).toEqual(
      Object.keys(strict)
        .map((field) => `body.${field}`)
        .toSorted(),
    );
  });

  it.each(['', ' ', 'a b', 'a/b', '..', '../etc', '.', '..', 'ä', 'a\u0000', 'a'.repeat(101), "a'b"])(
    'refuses the conversation id %j',
    async (conversation_id) => {
      expect(await refused({ conversation_id })).toContain('body.conversation_id');
    },
  );

  it('refuses a replay that is not JSON', async () => {
    expect(await refused({ replay_json: '{"a":' })).toEqual(['body.replay_json']);
  });

  it.each(['bitbucket_data_center', 'forgejo', 'azure_devops', 'GitHub', ''])(
    'knows four git providers, and not %j',
    async (git_provider) => {
      expect(await refused({ git_provider })).toEqual(['body.git_provider']);
    },
  );

  it('creates nothing that it refused', async () => {
    expect((await owner.api.get('/api/conversations')).body).toEqual({ results: [], next_page_id: null });
    expect((await owner.api.get('/api/v1/sandboxes/search')).body.items).toEqual([]);
  });
});
