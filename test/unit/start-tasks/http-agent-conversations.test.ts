import { beforeEach, describe, expect, it } from 'vitest';
import { StartRequest } from '../../../shared/contract/start-request.ts';
import { dashed } from '../../../shared/ids.ts';
import { type AgentConversation, AgentRefusedError } from '../../../shared/start-tasks/agent-conversations.ts';
import { HttpAgentConversations } from '../../../shared/start-tasks/http-agent-conversations.ts';
import type { StartTask } from '../../../shared/start-tasks/start-task.ts';
import { aStartTask } from '../../support/conversation-data.ts';
import { useHttpAgent } from '../../support/http-agent.ts';
import { aSandboxId } from '../../support/sandbox-data.ts';

const agent = await useHttpAgent();
beforeEach(() => {
  agent.requests.length = 0;
  agent.reply = () => ({ status: 201 });
});

const settings = { model: 'provider/model', baseUrl: 'https://llm.example', apiKey: 'llm-api-key' };
const conversations = new HttpAgentConversations(async () => settings);
const id = aSandboxId();

function aConversation(request: Record<string, unknown> = {}, task: Partial<StartTask> = {}): AgentConversation {
  const whole = aStartTask({ request: StartRequest.parse(request), ...task });
  return { id, task: whole, workingDir: '/workspace/project', model: null };
}

const create = (conversation: AgentConversation, signal = new AbortController().signal) =>
  conversations.create(agent.url, 'session-key', conversation, signal);
async function sent(conversation: AgentConversation) {
  await create(conversation);
  return agent.requests.at(-1)?.body;
}

describe('a conversation', () => {
  it('is posted with the session key, in the words of agent servers', async () => {
    const body = await sent(aConversation());

    expect(agent.requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/conversations',
      headers: { 'x-session-api-key': 'session-key', 'content-type': 'application/json' },
    });
    expect(body).toMatchObject({
      conversation_id: dashed(id),
      agent: {
        kind: 'Agent',
        llm: { model: 'provider/model', base_url: 'https://llm.example', api_key: 'llm-api-key', usage_id: 'agent' },
        mcp_config: {},
      },
      workspace: { kind: 'LocalWorkspace', working_dir: '/workspace/project' },
      confirmation_policy: { kind: 'NeverConfirm' },
      user_id: 'ann',
    });
    expect(body).not.toHaveProperty('initial_message');
  });

  it('brings message, model, instructions, secrets, plugins and tool servers along', async () => {
    const content = [
      { type: 'text', text: 'Hi' },
      { type: 'image', image_urls: ['data:x'] },
    ];
    const request = {
      initial_message: { content, run: false },
      system_message_suffix: 'Be brief.',
      secrets: { TOKEN: 'hunter2' },
      plugins: [{ source: 'github:o/r' }],
    };
    const servers = { files: { command: 'npx' } };

    const body = await sent({ ...aConversation(request, { mcp_servers: servers }), model: 'my/model' });

    expect(body).toMatchObject({
      initial_message: { role: 'user', content, run: true },
      secrets: { TOKEN: { kind: 'StaticSecret', value: 'hunter2' } },
      plugins: [{ source: 'github:o/r' }],
      agent: {
        llm: { model: 'my/model' },
        mcp_config: { mcpServers: servers },
        agent_context: { system_message_suffix: 'Be brief.' },
      },
    });
  });

  it('that is there already is fine', async () => {
    agent.reply = () => ({ status: 200 });

    await expect(create(aConversation())).resolves.toBeUndefined();
  });
});

it('ends its call when nobody waits for it any more', async () => {
  const waiting = new AbortController();
  agent.reply = () => {
    waiting.abort();
    return { status: 201 };
  };

  await expect(create(aConversation(), waiting.signal)).rejects.toThrow('aborted');
});

describe('a refusal', () => {
  const failure = async (status: number, body: unknown, conversation = aConversation()) => {
    agent.reply = () => ({ status, body });
    const [outcome] = await Promise.allSettled([create(conversation)]);
    return outcome?.status === 'rejected' ? outcome.reason : undefined;
  };

  it.each([
    [400, true],
    [401, true],
    [404, true],
    [422, true],
    [429, false],
    [500, false],
    [503, false],
  ])('with %s is final: %s', async (status, isFinal) => {
    expect((await failure(status, 'no')) instanceof AgentRefusedError).toBe(isFinal);
  });

  it('that never came is not final', async () => {
    agent.reply = () => undefined;

    await expect(create(aConversation())).rejects.not.toBeInstanceOf(AgentRefusedError);
  });

  it('keeps the words of the agent short', async () => {
    expect((await failure(422, 'x'.repeat(5000))).message.length).toBeLessThan(700);
  });

  it('repeats no secret: of the request, of tool servers, of the service', async () => {
    const request = { secrets: { TOKEN: 'hunter2-token', SHORT: 'abc' } };
    const mcp_servers = {
      sse_1: { url: 'https://tools.example/?key=in-url-key', headers: { Authorization: 'Bearer mcp-secret' } },
      files: { command: 'npx', args: ['--key', 'arg-secret'], env: { KEY: 'env-secret' } },
    };
    const echo = JSON.stringify({ request, mcp_servers, key: 'session-key', llm: 'llm-api-key', bare: 'mcp-secret' });

    const { message } = await failure(422, echo.slice(0, 490), aConversation(request, { mcp_servers }));

    for (const secret of [
      'hunter2-token',
      'mcp-secret',
      'in-url-key',
      'arg-secret',
      'env-secret',
      'session-key',
      'llm-api-key',
    ])
      expect(message).not.toContain(secret);
    expect(message).toContain('422');
  });

  it('repeats no secret that JSON writes in another way', async () => {
    const request = {
      secrets: { KEY: '-----BEGIN KEY-----\nfirst "half"\r\nsecond half', LONG: 'first "half" of it' },
    };
    const echoes = [JSON.stringify({ input: request }), `input: 'first "half"\\\\nsecond half', 'first "half" of it'`];

    for (const echo of echoes) {
      const { message } = await failure(422, echo, aConversation(request));
      for (const part of ['half', 'BEGIN', 'of it']) expect(message).not.toContain(part);
    }
  });
});
