import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../../../shared/contract/endpoint/caller.ts';
import { CreateConversationRequest } from '../../../../../../shared/contract/shapes/legacy-conversation.ts';
import { legacyStartOrder } from '../../../../../../shared/domain/conversations/start/create/start-requests.ts';
import { aCaller } from '../../../../../support/http/a-caller.ts';
import { stageOf } from '../../../../../support/sandboxes/sandbox-data.ts';

const browser: Caller = { ...aCaller, ownerId: 'ann' };

const order = (body: Record<string, unknown>, caller: Partial<Caller> = {}) =>
  legacyStartOrder(CreateConversationRequest.parse(body), { ...browser, ...caller }, stageOf(10));
const requestOf = (body: Record<string, unknown>, caller: Partial<Caller> = {}) => order(body, caller).request;
const text = (words: unknown) => ({ type: 'text', text: words, cache_prompt: false });

describe('legacy request', () => {
  it('may be empty', () => {
    expect(order({})).toMatchObject({
      ownerId: 'ann',
      chosenId: null,
      givenId: null,
      mcpServers: null,
      replayJson: null,
      policy: { stage: { sandboxes: 10 }, onLimit: 'reject' },
      request: { initial_message: null, selected_repository: null, trigger: 'gui' },
    });
  });

  it('can be null in every field that the specification allows', () => {
    const nothing = {
      repository: null,
      git_provider: null,
      selected_branch: null,
      initial_user_msg: null,
      image_urls: null,
      replay_json: null,
      conversation_instructions: null,
    };

    expect(order(nothing)).toEqual(order({}));
  });

  it.each([
    [{ repository: 'o/r' }, { selected_repository: 'o/r' }],
    [{ git_provider: 'enterprise_sso' }, { git_provider: 'enterprise_sso' }],
    [{ selected_branch: 'main' }, { selected_branch: 'main' }],
    [{ conversation_instructions: 'Be brief.' }, { system_message_suffix: 'Be brief.' }],
    [{ initial_user_msg: 'Hello' }, { initial_message: { role: 'user', run: true, content: [text('Hello')] } }],
    [
      { image_urls: ['data:a'] },
      { initial_message: { content: [{ type: 'image', image_urls: ['data:a'], cache_prompt: false }] } },
    ],
    [
      { initial_user_msg: 'Look', image_urls: ['a', 'b'] },
      { initial_message: { content: [text('Look'), { type: 'image', image_urls: ['a', 'b'] }] } },
    ],
  ])('is converted from %o', (body, expected) => {
    expect(requestOf(body)).toMatchObject(expected);
  });

  it('treats an empty text as no message', () => {
    expect(requestOf({ initial_user_msg: '' }).initial_message).toBeNull();
    expect(requestOf({ initial_user_msg: '', image_urls: ['a'] }).initial_message?.content).toHaveLength(1);
  });

  it('may contain a replay, which replaces the first message', () => {
    const replay_json = '[{"action":"message"}]';

    expect(order({ replay_json }).replayJson).toBe(replay_json);
    expect(requestOf({ replay_json, initial_user_msg: 'not this' }).initial_message).toBeNull();
  });

  it('keeps a chosen id unchanged, and stores UUIDs in one form', () => {
    const dashed = '0193AAAA-bbbb-7ccc-8ddd-eeeeffff0000';

    expect(order({ conversation_id: 'My.run-1' })).toMatchObject({ chosenId: 'My.run-1', givenId: 'My.run-1' });
    expect(order({ conversation_id: dashed })).toMatchObject({
      chosenId: '0193aaaabbbb7ccc8dddeeeeffff0000',
      givenId: dashed,
    });
  });
});

describe('suggested task', () => {
  const suggested_task = { repo: 'o/r', issue_number: 7, title: 'Crash on start', git_provider: 'gitlab' };

  it("replaces the caller's own message, and fills in repository and provider", () => {
    const request = requestOf({ suggested_task, initial_user_msg: 'not this' });

    expect(request).toMatchObject({ selected_repository: 'o/r', git_provider: 'gitlab', trigger: 'suggested_task' });
    const [content] = request.initial_message?.content ?? [];
    const words = content?.type === 'text' ? content.text : '';
    for (const part of ['#7', 'o/r', 'Crash on start']) expect(words).toContain(part);
    expect(words).not.toContain('not this');
  });

  it('does not replace a repository in the request', () => {
    expect(requestOf({ suggested_task, repository: 'my/fork' }).selected_repository).toBe('my/fork');
  });

  it('requires only its repository', () => {
    expect(requestOf({ suggested_task: { repo: 'o/r' } }).initial_message?.content).toHaveLength(1);
  });
});

describe('microagent to create', () => {
  const create_microagent = { repo: 'o/r', title: 'Code style' };

  it('becomes a prompt unless the caller sends one', () => {
    const [own] = requestOf({ create_microagent, initial_user_msg: 'my words' }).initial_message?.content ?? [];
    const request = requestOf({ create_microagent });
    const [made] = request.initial_message?.content ?? [];

    expect(own).toMatchObject({ text: 'my words' });
    expect(made).toMatchObject({ text: expect.stringContaining('Code style') });
    expect(request).toMatchObject({ trigger: 'microagent_management', selected_repository: 'o/r' });
  });
});

describe('trigger', () => {
  it('is openhands_api for a bearer key, whatever the request contains', () => {
    const scheme = 'bearer';

    expect(requestOf({}, { scheme }).trigger).toBe('openhands_api');
    expect(requestOf({ suggested_task: { repo: 'o/r' } }, { scheme }).trigger).toBe('openhands_api');
  });
});

describe('tool servers', () => {
  it('become one map by name, in the format of agent servers', () => {
    const { mcpServers } = order({
      mcp_config: {
        sse_servers: [{ url: 'https://a', api_key: 'secret' }, { url: 'https://b' }],
        stdio_servers: [
          { name: 'files', command: 'npx', args: ['-y'], env: { A: '1' } },
          { name: 'bare', command: 'x' },
        ],
        shttp_servers: [{ url: 'https://c', api_key: null }],
      },
    });

    expect(mcpServers).toEqual({
      sse_1: { url: 'https://a', transport: 'sse', headers: { Authorization: 'Bearer secret' } },
      sse_2: { url: 'https://b', transport: 'sse' },
      files: { transport: 'stdio', command: 'npx', args: ['-y'], env: { A: '1' } },
      bare: { transport: 'stdio', command: 'x', args: [], env: {} },
      shttp_1: { url: 'https://c', transport: 'streamable-http' },
    });
  });

  it('are all kept, even with a shared name or none', () => {
    const server = (name: string, command: string) => ({ name, command });
    const { mcpServers } = order({
      mcp_config: {
        sse_servers: [{ url: 'https://a' }],
        stdio_servers: [server('x', '1'), server('x', '2'), server('', '3'), server('sse_1', '4')],
      },
    });

    expect(Object.keys(mcpServers ?? {})).toEqual(['sse_1', 'x', 'x_2', 'stdio', 'sse_1_2']);
  });

  it('may be a configuration without servers', () => {
    expect(order({ mcp_config: {} }).mcpServers).toEqual({});
  });
});

describe('fields outside the specification', () => {
  it.each<[string, Record<string, unknown>]>([
    ['an unknown field', { model: 'x' }],
    ['an unknown field deep down', { mcp_config: { sse_servers: [{ url: 'a', name: 'b' }] } }],
    ['a null id', { conversation_id: null }],
    ['an id with a slash', { conversation_id: 'a/b' }],
    ['an id that climbs', { conversation_id: '..' }],
    ['an empty id', { conversation_id: '' }],
    ['an id beyond a hundred characters', { conversation_id: 'x'.repeat(101) }],
    ['a provider of the newer generation', { git_provider: 'forgejo' }],
    ['a null configuration', { mcp_config: null }],
    ['a null task', { suggested_task: null }],
    ['a task without a repository', { suggested_task: { title: 'x' } }],
    ['a broken replay', { replay_json: '{' }],
    ['a replay without events', { replay_json: '[]' }],
    ['a repository that is none', { repository: 'o/r; rm -rf /' }],
    ['a branch that git does not allow', { selected_branch: '--upload-pack=x' }],
    ['images that are no list', { image_urls: 'x' }],
    ['a server without its command', { mcp_config: { stdio_servers: [{ name: 'x' }] } }],
  ])('is refused: %s', (_, body) => {
    expect(CreateConversationRequest.safeParse(body).success).toBe(false);
  });
});
