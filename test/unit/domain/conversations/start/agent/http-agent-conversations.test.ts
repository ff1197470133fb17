import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  failureOf,
  isPermanent,
  readAnswer,
} from '../../../../../../shared/domain/conversations/start/agent/failed-answer.ts';
import { HttpAgentConversations } from '../../../../../../shared/domain/conversations/start/agent/http-agent-conversations.ts';
import { HttpAgentWorkspace } from '../../../../../../shared/domain/conversations/start/agent/http-agent-workspace.ts';
import {
  AgentFailedError,
  errorText,
  HandOverError,
  StartFailedError,
} from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { answersOfEdge, errorPage, refusalOfEdge } from '../../../../../support/http/edge-answers.ts';
import { type AgentReply, useHttpAgent } from '../../../../../support/http/http-agent.ts';

const agent = await useHttpAgent();
const pauses: number[] = [];
beforeEach(() => {
  agent.requests.length = 0;
  pauses.length = 0;
  agent.reply = () => ({ status: 201 });
});

const conversations = new HttpAgentConversations();
const access = () => ({ url: agent.url, sessionKey: 'session-key' });
const idle = () => new AbortController().signal;
const create = (payload: Record<string, unknown> = {}, signal = idle(), isRepeated = false) =>
  conversations.create(access(), payload, isRepeated, signal);

describe('creating a conversation on the agent', () => {
  it('posts the request unchanged with the session key', async () => {
    await create({ conversation_id: 'x' });

    expect(agent.requests).toMatchObject([
      {
        method: 'POST',
        path: '/api/conversations',
        headers: { 'x-session-api-key': 'session-key', 'content-type': 'application/json' },
        body: { conversation_id: 'x' },
      },
    ]);
  });

  it('succeeds when the agent has the conversation already', async () => {
    agent.reply = () => ({ status: 200 });

    await expect(create()).resolves.toBe('existing');
  });

  describe('that exists already', () => {
    const payload = {
      conversation_id: 'c',
      initial_message: { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    };
    const there = (texts: readonly string[], taken = 200) => {
      agent.reply = ({ method, path }) => {
        const said = (text: string) => ({ llm_message: { content: [{ type: 'text', text, extra: null }] } });
        if (path.startsWith('/api/conversations/c/events/search'))
          return { body: { items: texts.map((text) => ({ kind: 'MessageEvent', ...said(text) })) } };
        return { status: method === 'POST' && path.endsWith('/events') ? taken : 200, body: {} };
      };
    };
    const sent = () => agent.requests.filter(({ path }) => path === '/api/conversations/c/events');

    it('sends the first message again when the agent server lost it', async () => {
      there(['Another']);

      await create(payload);

      expect(sent()).toMatchObject([{ method: 'POST', body: { ...payload.initial_message, run: true } }]);
    });

    it('sends the first message only after the agent itself has said that it is not there', async () => {
      there([]);
      const { reply } = agent;
      agent.reply = (request) => (request.path.includes('/search') ? errorPage(504) : reply(request));

      await expect(create(payload)).rejects.toMatchObject({ name: 'EdgeRefusedError' });

      expect(sent()).toEqual([]);
    });

    it('sends no message that an earlier request may still bring', async () => {
      there([]);

      await expect(create(payload, idle(), true)).resolves.toBe('unconfirmed');

      expect(sent()).toEqual([]);
    });

    it('sends no message twice', async () => {
      there(['Another', 'Hello']);

      await create(payload);

      expect(sent()).toEqual([]);
    });

    it('fails when the agent server refuses the message again', async () => {
      there([], 500);

      await expect(create(payload)).rejects.toBeInstanceOf(AgentFailedError);
    });
  });

  it.each([
    [200, true],
    [404, false],
    [500, false],
  ])('has the conversation if the agent server answers %i: %s', async (status, has) => {
    agent.reply = () => ({ status });

    expect(await conversations.has(access(), 'c0ffee', idle())).toBe(has);
    expect(agent.requests).toMatchObject([{ method: 'GET', path: '/api/conversations/c0ffee' }]);
  });

  it('aborts its call when its caller stops waiting', async () => {
    const waiting = new AbortController();
    agent.reply = () => {
      waiting.abort();
      return { status: 201 };
    };

    await expect(create({}, waiting.signal)).rejects.toThrow('aborted');
  });
});

describe('refusal of the agent server', () => {
  const failure = async (status: number, body: unknown = 'no', payload: Record<string, unknown> = {}) => {
    agent.reply = ({ path }) => (path === '/server_info' ? { body: { version: '1.43.1' } } : { status, body });
    const [outcome] = await Promise.allSettled([create(payload)]);
    return outcome?.status === 'rejected' ? outcome.reason : undefined;
  };

  it.each([400, 404, 422])('with %s is permanent', async (status) => {
    expect(await failure(status)).toBeInstanceOf(StartFailedError);
  });

  it.each([401, 429, 500, 503])('with %s is temporary', async (status) => {
    expect(await failure(status)).toBeInstanceOf(AgentFailedError);
  });

  it.each(answersOfEdge)('by the edge is temporary, and is not a failure of the agent: %s', async (_, reply) => {
    agent.reply = () => reply;

    const error = await create().catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'EdgeRefusedError' });
    expect([error instanceof StartFailedError, error instanceof AgentFailedError]).toEqual([false, false]);
  });

  it('that never arrived is temporary', async () => {
    agent.reply = () => undefined;

    await expect(create()).rejects.not.toBeInstanceOf(StartFailedError);
  });

  it('includes the message of the agent server', async () => {
    expect(await failure(422, { detail: 'bad model' })).toMatchObject({
      quotation: { text: '{"detail":"bad model"}', keep: 'beginning' },
    });
  });

  it('by a server of another version names the version', async () => {
    agent.reply = ({ path }) => (path === '/server_info' ? { body: { version: '1.30.0' } } : { status: 500 });

    const [outcome] = await Promise.allSettled([create()]);

    const error = outcome?.status === 'rejected' ? outcome.reason : undefined;
    expect(error).toBeInstanceOf(StartFailedError);
    expect(error.message).toMatch(/1\.30\.0.*1\.43\.1 to 1\.58\.2\./);
  });
});

describe("project's own skills and hooks", () => {
  it('are requested by directory', async () => {
    agent.reply = ({ path }) =>
      path === '/api/hooks' ? { body: { hook_config: { stop: [] } } } : { body: { skills: [{ name: 'review' }] } };

    expect(await conversations.hooksOf(access(), '/workspace/project', idle())).toEqual({ stop: [] });
    expect(await conversations.skillsOf(access(), '/workspace/project', idle())).toEqual(['review']);
    expect(agent.requests).toMatchObject([
      { path: '/api/hooks', body: { project_dir: '/workspace/project' } },
      {
        path: '/api/skills',
        body: { project_dir: '/workspace/project', load_project: true, load_public: false, load_user: false },
      },
    ]);
  });

  it('are not taken for absent when the edge answers', async () => {
    agent.reply = () => errorPage(502);

    await expect(conversations.hooksOf(access(), '/x', idle())).rejects.toMatchObject({ name: 'EdgeRefusedError' });
    await expect(conversations.skillsOf(access(), '/x', idle())).rejects.toMatchObject({ name: 'EdgeRefusedError' });
  });

  it('are absent for a server that cannot report them', async () => {
    agent.reply = () => ({ status: 404 });

    expect(await conversations.hooksOf(access(), '/x', idle())).toBeNull();
    expect(await conversations.skillsOf(access(), '/x', idle())).toEqual([]);
  });
});

const workspace = new HttpAgentWorkspace(async (milliseconds) => void pauses.push(milliseconds));
const never = () => false;
const run = (signal = idle(), timeIsUp: () => boolean = never) =>
  workspace.run(access(), { command: 'ls', limitSeconds: 60 }, signal, timeIsUp);

function says(...looks: readonly (AgentReply | undefined)[]): void {
  const coming = [...looks];
  agent.reply = ({ path }) => (path.endsWith('start_bash_command') ? { body: { id: 'c1' } } : coming.shift());
}

const running: AgentReply = { body: { items: [] } };
const ended = (exit_code: number): AgentReply => ({
  body: {
    items: [
      { exit_code: null, stdout: 'a' },
      { exit_code, stdout: 'b', stderr: 'c' },
    ],
  },
});

describe('command in a workspace', () => {
  it('runs in the background and is polled until it has ended', async () => {
    says(running, running, ended(3));

    expect(await run()).toEqual({ exitCode: 3, stdout: 'ab', stderr: 'c' });
    expect(agent.requests[0]).toMatchObject({
      path: '/api/bash/start_bash_command',
      headers: { 'x-session-api-key': 'session-key' },
      body: { command: 'ls', cwd: null, timeout: 60 },
    });
    expect(agent.requests[1]?.query.get('command_id__eq')).toBe('c1');
    expect(pauses).toEqual([10, 15, 22.5]);
  });

  it('has no exit code when it was killed', async () => {
    says(ended(-1));

    expect((await run()).exitCode).toBeNull();
  });

  it('survives polls that the edge answers', async () => {
    says(refusalOfEdge('not_found'), errorPage(504), ended(0));

    expect((await run()).exitCode).toBe(0);
  });

  it.each(answersOfEdge)('can be retried when the edge refuses its start: %s', async (_, reply) => {
    agent.reply = () => reply;

    const failure = await run().catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'EdgeRefusedError' });
    expect(failure).not.toBeInstanceOf(StartFailedError);
  });

  it('survives a failed poll', async () => {
    says({ status: 503 }, undefined, ended(0));

    expect((await run()).exitCode).toBe(0);
  });

  it('fails when the agent server is gone', async () => {
    says();

    await expect(run()).rejects.not.toBeInstanceOf(StartFailedError);
  });

  it('is left to the next worker when this one runs out of time', async () => {
    says(running);

    await expect(run(idle(), () => true)).rejects.toBeInstanceOf(HandOverError);
  });

  it('is polled no longer than its caller waits', async () => {
    const waiting = new AbortController();
    says(running);
    waiting.abort();

    await expect(run(waiting.signal)).rejects.toThrow('aborted');
  });

  it.each([
    [404, 'does not support /api/bash/start_bash_command'],
    [422, 'returned 422'],
  ])('that is refused with %i fails the start', async (status, words) => {
    agent.reply = () => ({ status });

    const [outcome] = await Promise.allSettled([run()]);

    const error = outcome?.status === 'rejected' ? outcome.reason : undefined;
    expect(error).toBeInstanceOf(StartFailedError);
    expect(error.message).toContain(words);
  });
});

it('writeFile sends the file as a form, to its path', async () => {
  agent.reply = () => ({ body: { success: true } });

  await workspace.writeFile(access(), '/home/x/git', 'https://x:y@host\n', idle());

  const [request] = agent.requests;
  expect(request?.query.get('path')).toBe('/home/x/git');
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(request?.body).toContain('name="file"');
  expect(request?.body).toContain('\r\n\r\nhttps://x:y@host\n\r\n--');
});

const answer = (status: number, body: unknown = { detail: 'no' }) => ({ status, text: JSON.stringify(body) });

describe('a failed response of the agent server', () => {
  it.each([301, 307, 400, 402, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 451, 499, 501, 505])(
    '%i is permanent: the same request gets it again',
    (status) => {
      expect(isPermanent(answer(status))).toBe(true);
    },
  );

  it.each([401, 408, 425, 429, 500, 502, 503, 504, 507, 599])('%i is temporary', (status) => {
    expect(isPermanent(answer(status))).toBe(false);
  });

  it('409 is temporary when the agent server asks for another try', () => {
    expect(isPermanent(answer(409, { detail: 'not bound yet', retryable: true }))).toBe(false);
    expect(isPermanent(answer(409, { detail: 'another owner', retryable: false }))).toBe(true);
    expect(isPermanent({ status: 409, text: 'no JSON' })).toBe(true);
  });

  it.each([
    ['[Errno -2] Name or service not known', true],
    ['[Errno -5] No address associated with hostname', true],
    ['[Errno 8] nodename nor servname provided, or not known', true],
    ['getaddrinfo ENOTFOUND mcp.invalid', true],
    // A resolver that does not respond can do so soon.
    ['[Errno -3] Temporary failure in name resolution', false],
    ['Connection refused', false],
  ])('500 with %j is permanent: %j', (exception, permanent) => {
    const failed = answer(500, { detail: 'Internal Server Error', exception });

    expect(isPermanent(failed)).toBe(permanent);
    expect(failureOf(failed, 'It failed.', 'Change it.').message.includes('does not exist')).toBe(permanent);
  });

  it('ends with the words of the agent, bounded and without secrets', () => {
    const long = answer(422, { detail: `hunter-two ${'x'.repeat(100_000)}` });

    const text = errorText(failureOf(long, 'It answered 422.', 'Change it.'), ['hunter-two']);

    expect(text).toMatch(/^It answered 422\. Change it\. \{"detail":"\*+ x+…$/);
    expect(text.length).toBeLessThan(2_100);
  });
});

it('an unreadable success response is a failure of the agent, without its content', () => {
  const read = (text: string) => () => readAnswer(z.object({ id: z.string() }), { text }, '/api/x');

  for (const text of ['', 'hunter-two', '{"id":1}', '[]']) {
    expect(read(text)).toThrow(AgentFailedError);
    expect(read(text)).toThrow(/^The agent server returned an unreadable response to \/api\/x\.$/);
  }
  expect(read('{"id":"a"}')()).toEqual({ id: 'a' });
});

describe('testing an MCP server on the agent', () => {
  const server = { url: 'https://mcp.example.com', transport: 'http' };
  const problem = (signal = idle()) => conversations.testServer(access(), 'docs', server, signal);

  it('finds why it does not work', async () => {
    agent.reply = () => ({ body: { ok: false, error: 'Connection refused', error_kind: 'connection' } });

    expect(await problem()).toBe('Connection refused');
    expect(agent.requests).toMatchObject([{ path: '/api/mcp/test', body: { name: 'docs', server, timeout: 30 } }]);
  });

  it.each<[string, AgentReply]>([
    ['it works', { body: { ok: true, tools: [] } }],
    ['the agent server has no test', { status: 404 }],
    ['the agent server fails', { status: 500, body: 'x' }],
    ['the answer is unreadable', { body: { ok: 'maybe' } }],
    ['the edge answers', answersOfEdge[0] as AgentReply],
  ])('finds nothing when %s', async (_, reply) => {
    agent.reply = () => reply;

    expect(await problem()).toBeUndefined();
  });

  it('ends with the work of its worker', async () => {
    await expect(problem(AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  });
});
