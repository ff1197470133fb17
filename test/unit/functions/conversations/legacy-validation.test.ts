import { describe, expect, it } from 'vitest';
import { createConversation } from '../../../../functions/conversations/create-conversation.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { serviceDeps } from '../../../support/service-deps.ts';

const deps = serviceDeps();

const create = (body: Record<string, unknown>) => invoke(createConversation, deps, { body });

const wrongTypes = {
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

const unknownFields = {
  initial_message: 'of the other generation',
  sandbox_id: 'x',
  suggested_task: { repo: 'a/b', colour: 'red' },
  create_microagent: { repo: 'a/b', size: 1 },
  mcp_config: { sse_servers: [{ url: 'http://x', colour: 'red' }], servers: [] },
};

const nested = {
  image_urls: ['http://x/y.png', 7],
  suggested_task: { issue_number: 'seven', title: 1 },
  create_microagent: { title: [] },
  mcp_config: {
    sse_servers: [{ url: 'http://ok' }, { api_key: 'k' }],
    stdio_servers: [{ args: 'a b', env: { A: 1 } }],
    shttp_servers: [{ url: 1 }],
  },
};

const badIds = ['', ' ', 'a b', 'a/b', '..', '../etc', '.', 'ä', 'a\u0000', 'a'.repeat(101), "a'b"];
const badProviders = ['bitbucket_data_center', 'forgejo', 'azure_devops', 'GitHub', ''];

describe('the validation of the legacy create', () => {
  it.each<[string, Record<string, unknown>, readonly string[]]>([
    [
      'unknown fields at every level',
      unknownFields,
      [
        'create_microagent.size',
        'initial_message',
        'mcp_config.servers',
        'mcp_config.sse_servers.0.colour',
        'sandbox_id',
        'suggested_task.colour',
      ],
    ],
    ['fields of a wrong type', wrongTypes, Object.keys(wrongTypes).toSorted()],
    [
      'invalid fields of nested objects',
      nested,
      [
        'create_microagent.repo',
        'create_microagent.title',
        'image_urls.1',
        'mcp_config.shttp_servers.0.url',
        'mcp_config.sse_servers.1.url',
        'mcp_config.stdio_servers.0.command',
        'suggested_task.issue_number',
        'suggested_task.repo',
        'suggested_task.title',
      ],
    ],
    ['null where the specification has none', { ...nullable, ...strict }, Object.keys(strict).toSorted()],
    ['a replay_json that is not JSON', { replay_json: '{"a":' }, ['replay_json']],
    ...badProviders.map((name): [string, Record<string, unknown>, string[]] => [
      `the git provider '${name}'`,
      { git_provider: name },
      ['git_provider'],
    ]),
  ])('names every one of %s', async (_, body, fields) => {
    const answer = await create(body);

    expect(badFields(answer).toSorted()).toEqual(fields.map((field) => `body.${field}`));
    expect(answer.body.message).toBe(answer.body.detail);
  });

  it.each(badIds)('refuses the conversation id %j', async (conversation_id) => {
    const answer = await create({ conversation_id });

    expect(badFields(answer)).toContain('body.conversation_id');
  });

  it('creates no conversation for a refused request', () => {
    expect([deps.conversations.rows.size, deps.sandboxes.rows.size]).toEqual([0, 0]);
  });
});
