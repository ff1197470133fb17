import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { getGitChanges } from '../../../../functions/agents/get-git-changes.ts';
import { getGitDiff } from '../../../../functions/agents/get-git-diff.ts';
import { listHooks } from '../../../../functions/agents/list-conversation-hooks.ts';
import { listSkills } from '../../../../functions/agents/list-conversation-skills.ts';
import { readConversationFile } from '../../../../functions/agents/read-conversation-file.ts';
import { switchAcpModel } from '../../../../functions/agents/switch-acp-model.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { badFields } from '../../../support/http/answers.ts';
import type { AgentReply } from '../../../support/http/http-agent.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let id: string;
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
});
const at = (conversationId = id) => ({ params: { conversation_id: conversationId } });

const changes = (request: TestRequest = { ...at(), query: { path: '/workspace/project' } }) =>
  invoke(getGitChanges, deps(), request);

const worksIn = (directory: string, reply: AgentReply) => {
  agent.reply = ({ method }) => (method === 'GET' ? { body: { workspace: { working_dir: directory } } } : reply);
};

describe("call of a conversation's agent", () => {
  it('goes to its sandbox, with its session key', async () => {
    agent.reply = () => ({ body: [{ status: 'UPDATED', path: 'a.ts', more: 1 }] });

    const { status, body } = await changes({ ...at(), query: { path: '/workspace/a b', ref: 'HEAD~1' } });

    expect([status, body]).toEqual([200, [{ status: 'UPDATED', path: 'a.ts' }]]);
    const [request] = agent.requests;
    expect([request?.path, request?.query.get('path'), request?.query.get('ref')]).toEqual([
      '/api/git/changes',
      '/workspace/a b',
      'HEAD~1',
    ]);
    const [sandbox] = [...deps().sandboxes.rows.values()];
    if (!sandbox) throw new Error('there is no sandbox');
    expect(request?.headers['x-session-api-key']).toBe(await deps().keys.sessionKey(sandbox));
  });

  it.each<[string, AgentReply | undefined, number, string]>([
    ['does not have it', { status: 404, body: { detail: 'no such path' } }, 404, 'not_found'],
    ['does not understand', { status: 400, body: { detail: 'bad ref' } }, 400, 'malformed_request'],
    ['is busy with it', { status: 409 }, 409, 'conflict'],
    ['fails', { status: 500, body: 'oh' }, 502, 'bad_gateway'],
    ['does not take the key', { status: 401 }, 502, 'bad_gateway'],
    ['answers 504', { status: 504 }, 504, 'gateway_timeout'],
    ['breaks the connection', undefined, 502, 'bad_gateway'],
    ['answers with HTML', { body: '<html>' }, 502, 'bad_gateway'],
    ['answers with another shape', { body: { items: [] } }, 502, 'bad_gateway'],
    ['answers with too much data', { body: 'x'.repeat(5_000_000) }, 502, 'bad_gateway'],
  ])('maps failures to documented errors when the agent %s', async (_, reply, status, code) => {
    agent.reply = () => reply;

    const answer = await changes();

    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("returns the agent's error, shortened and without keys", async () => {
    const [sandbox] = [...deps().sandboxes.rows.values()];
    if (!sandbox) throw new Error('there is no sandbox');
    const key = await deps().keys.sessionKey(sandbox);
    const detail = `bad key ${key}, token ghp_0123456789abcdef, https://x:secret@host/\n${'long '.repeat(200)}`;
    agent.reply = () => ({ status: 500, body: { detail } });

    const { body } = await changes();

    expect(body.detail).toMatch(/^The agent returned 500: bad key \*{10}, token \*{10}, https:\/\/\*{10}@host\/ long/);
    expect(body.detail.length).toBeLessThan(400);
  });

  it("returns the agent's exception, which comes with its detail", async () => {
    agent.reply = () => ({ status: 500, body: { detail: 'Internal Server Error', exception: '500: no room left' } });

    expect((await changes()).body.detail).toBe('The agent returned 500: no room left');
  });

  it.each([400, 404, 409, 422, 500, 503])('returns no path of the machine in an agent error %i', async (status) => {
    const path = '/home/ann/.local/state/acs/volumes/v1/project';
    const shapes = [{ detail: `no ${path}` }, { detail: [{ loc: ['x'], msg: `'${path}' is bad` }] }, `oh: ${path}`];

    for (const body of shapes) {
      agent.reply = () => ({ status, body });
      const answer = await changes();
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(answer.body)).not.toMatch(/home|ann|state|volumes/);
    }
  });

  it.each([
    ['starts', aSandbox({ desired: 'RUNNING', phase: 'BOOTING' }), 409, 'conflict', 'STARTING'],
    ['is paused', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 409, 'conflict', '/resume'],
    ['failed', aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), 503, 'unavailable', 'ERROR'],
    ['has expired', aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' }), 410, 'gone', 'MISSING'],
    ['runs at no address', aRunningSandbox({ exposed_urls: [] }), 503, 'unavailable', 'cannot be reached yet'],
  ])('is refused while the sandbox %s', async (_, sandbox, status, code, words) => {
    const conversation = await addIn(sandbox);

    const answer = await changes({ ...at(conversation.conversation_id), query: { path: '/workspace' } });

    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toContain(words);
    expect(agent.requests).toEqual([]);
  });

  it('is refused when the sandbox is gone', async () => {
    await deps().sandboxes.rows.clear();

    expect((await changes()).body.code).toBe('gone');
  });
});

describe('GET git/diff', () => {
  it('returns a file before and after the change', async () => {
    agent.reply = () => ({ body: { modified: 'new', original: null } });

    const { body } = await invoke(getGitDiff, deps(), { ...at(), query: { path: '/workspace/a.ts' } });

    expect(body).toEqual({ modified: 'new', original: null });
  });

  it.each(['File does not exist: /workspace/b', 'Cannot access file: /workspace/b'])(
    'returns 404 for a missing file, which agents refuse with a 400: %s',
    async (detail) => {
      agent.reply = () => ({ status: 400, body: { detail } });

      const answer = await invoke(getGitDiff, deps(), { ...at(), query: { path: '/workspace/b' } });

      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      expect(answer.body.detail).toContain('File /workspace/b does not exist');
    },
  );

  it('returns the text of a deleted file, for which older agents have no diff', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'repository-'));
    const git = (command: string) => spawnSync('sh', ['-c', command], { cwd: directory, encoding: 'utf8' });
    git(`git init -q; mkdir "a b"; echo old >"a b/c"; git add -A
      git -c user.name=a -c user.email=a@b commit -q -m x; rm -r "a b"`);
    agent.reply = ({ method, path, body }) => {
      if (path === '/api/git/diff') return { status: 400, body: { detail: 'File does not exist: x' } };
      if (method === 'GET') return { body: { workspace: { working_dir: '/workspace/project' } } };
      const { status, stdout } = git(body.command);
      return { body: { exit_code: status, stdout } };
    };
    const diff = (path: string) => invoke(getGitDiff, deps(), { ...at(), query: { path } });

    const deleted = await diff('/workspace/project/a b/c');
    const missing = await diff('/workspace/project/a b/d');
    rmSync(directory, { recursive: true });

    expect([deleted.status, deleted.body]).toEqual([200, { original: 'old', modified: '' }]);
    expect(missing.status).toBe(404);
  });

  it('requires a path, and refuses a ref that git would take for an option', async () => {
    const answer = await invoke(getGitDiff, deps(), { ...at(), query: { ref: '--output=/etc/passwd' } });

    expect(badFields(answer).toSorted()).toEqual(['query.path', 'query.ref']);
  });
});

describe('GET file', () => {
  const file = (request: TestRequest) => invoke(readConversationFile, deps(), request);

  it('returns the plan when no file is named', async () => {
    agent.reply = () => ({ body: '# Plan' });

    expect((await file(at())).body).toContain('# Plan');
    expect(agent.requests[0]?.query.get('path')).toBe('/workspace/project/PLAN.md');
  });

  it.each<[string, AgentReply | undefined]>([
    ['the file', { status: 404 }],
    ['an agent that answers', undefined],
    ['room for it', { body: 'x'.repeat(2_000_000) }],
  ])('returns an empty text without %s', async (_, reply) => {
    agent.reply = () => reply;

    const { status, body } = await file(at());

    expect([status, body]).toEqual([200, '']);
  });

  it('returns an empty text for a conversation that is paused, unknown or of another owner', async () => {
    const paused = await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }));

    const answers = [
      await file(at(paused.conversation_id)),
      await file(at('unknown')),
      await file({ ...at(), caller: { ownerId: 'mallory' } }),
    ];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, '']));
  });
});

describe('GET skills and hooks', () => {
  it('return the skills and hooks of the project', async () => {
    const skill = { name: 'x', type: 'knowledge', content: 'Do x.', triggers: ['x'], source: 'secret' };
    worksIn('/workspace/project/tools', { body: { skills: [skill], sources: {} } });

    const { body } = await invoke(listSkills, deps(), at());

    const { source: _, ...shown } = skill;
    expect(body).toEqual({ skills: [shown] });
    expect(agent.requests.at(-1)?.body).toMatchObject({ project_dir: '/workspace/project/tools', load_public: false });
  });

  it('return hooks by their events', async () => {
    const hook = { type: 'command', command: 'check.sh', timeout: 9, async: true, name: null };
    const hook_config = { pre_tool_use: [{ matcher: 'terminal', hooks: [hook] }], stop: [] };
    worksIn('/workspace/project', { body: { hook_config } });

    const { body } = await invoke(listHooks, deps(), at());

    const { name: _, ...shown } = hook;
    expect(body).toEqual({
      hooks: [{ event_type: 'pre_tool_use', matchers: [{ matcher: 'terminal', hooks: [shown] }] }],
    });
  });

  it('accept a workspace without hooks', async () => {
    worksIn('/workspace/project', { body: { hook_config: null } });

    expect((await invoke(listHooks, deps(), at())).body).toEqual({ hooks: [] });
  });

  it('return nothing while the sandbox does not run', async () => {
    const paused = at((await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }))).conversation_id);

    expect((await invoke(listSkills, deps(), paused)).body).toEqual({ skills: [] });
    expect((await invoke(listHooks, deps(), paused)).body).toEqual({ hooks: [] });
  });
});

describe('POST switch_acp_model', () => {
  it('calls the agent of the conversation', async () => {
    const { body } = await invoke(switchAcpModel, deps(), { ...at(), body: { model: 'm' } });

    expect(body).toEqual({ success: true });
    const root = `/api/conversations/${id}`;
    expect(agent.requests.map((request) => [request.method, request.path, request.body])).toEqual([
      ['POST', `${root}/switch_acp_model`, { model: 'm' }],
    ]);
  });

  it("returns the agent's refusal", async () => {
    agent.reply = () => ({ status: 400, body: { detail: 'no ACP agent' } });

    const { status, body } = await invoke(switchAcpModel, deps(), { ...at(), body: { model: 'm' } });

    expect([status, body.detail]).toEqual([400, 'The agent returned 400: no ACP agent']);
  });
});
