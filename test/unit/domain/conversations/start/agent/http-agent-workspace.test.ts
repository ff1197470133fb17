import { beforeEach, describe, expect, it } from 'vitest';
import { HttpAgentWorkspace } from '../../../../../../shared/domain/conversations/start/agent/http-agent-workspace.ts';
import {
  HandOverError,
  StartFailedError,
} from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { answersOfEdge, errorPage, refusalOfEdge } from '../../../../../support/http/edge-answers.ts';
import { type AgentReply, useHttpAgent } from '../../../../../support/http/http-agent.ts';

const agent = await useHttpAgent();
const pauses: number[] = [];
const workspace = new HttpAgentWorkspace(async (milliseconds) => void pauses.push(milliseconds));
const access = () => ({ url: agent.url, sessionKey: 'session-key' });
const idle = () => new AbortController().signal;
const never = () => false;
const run = (signal = idle(), timeIsUp: () => boolean = never) =>
  workspace.run(access(), { command: 'ls', limitSeconds: 60 }, signal, timeIsUp);

beforeEach(() => {
  agent.requests.length = 0;
  pauses.length = 0;
});

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

  it.each(answersOfEdge)('may be tried again when the edge answers its start: %s', async (_, reply) => {
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

  it('is left to the next worker when the time of this one is over', async () => {
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
