import { beforeEach, describe, expect, it } from 'vitest';
import { HttpAgentConversations } from '../../../../../../shared/domain/conversations/start/agent/http-agent-conversations.ts';
import {
  AgentFailedError,
  StartFailedError,
} from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { answersOfEdge, errorPage } from '../../../../../support/http/edge-answers.ts';
import { useHttpAgent } from '../../../../../support/http/http-agent.ts';

const agent = await useHttpAgent();
beforeEach(() => {
  agent.requests.length = 0;
  agent.reply = () => ({ status: 201 });
});

const conversations = new HttpAgentConversations();
const access = () => ({ url: agent.url, sessionKey: 'session-key' });
const idle = () => new AbortController().signal;
const create = (payload: Record<string, unknown> = {}, signal = idle()) =>
  conversations.create(access(), payload, signal);

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

    await expect(create()).resolves.toBeUndefined();
  });

  describe('that exists already', () => {
    const payload = {
      conversation_id: 'c',
      initial_message: { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    };
    const there = (kinds: readonly string[], taken = 200) => {
      agent.reply = ({ method, path }) => {
        if (path.startsWith('/api/conversations/c/events/search'))
          return { body: { items: kinds.map((kind) => ({ kind })) } };
        return { status: method === 'POST' && path.endsWith('/events') ? taken : 200, body: {} };
      };
    };
    const sent = () => agent.requests.filter(({ path }) => path === '/api/conversations/c/events');

    it('sends the first message again when the agent server lost it', async () => {
      there(['PauseEvent']);

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

    it('sends no message twice', async () => {
      there(['PauseEvent', 'MessageEvent']);

      await create(payload);

      expect(sent()).toEqual([]);
    });

    it('fails when the agent server refuses the message again', async () => {
      there([], 500);

      await expect(create(payload)).rejects.toBeInstanceOf(AgentFailedError);
    });
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

  it.each([400, 404, 422])('with %s is final', async (status) => {
    expect(await failure(status)).toBeInstanceOf(StartFailedError);
  });

  it.each([401, 429, 500, 503])('with %s may pass', async (status) => {
    expect(await failure(status)).toBeInstanceOf(AgentFailedError);
  });

  it.each(answersOfEdge)('by the edge may pass, and counts as no failure of the agent: %s', async (_, reply) => {
    agent.reply = () => reply;

    const error = await create().catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'EdgeRefusedError' });
    expect([error instanceof StartFailedError, error instanceof AgentFailedError]).toEqual([false, false]);
  });

  it('that never arrived may pass', async () => {
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
