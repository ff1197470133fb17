import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AgentProcess } from './agent-process.ts';

const identity = '-c user.name=a -c user.email=a@example.com -c init.defaultBranch=main';

async function shell(agent: AgentProcess, command: string): Promise<void> {
  const { body } = await agent.post('/api/bash/execute_bash_command', { command });
  expect(body).toMatchObject({ exit_code: 0 });
}

function write(agent: AgentProcess, path: string, text: string): void {
  mkdirSync(dirname(join(agent.workspace, path)), { recursive: true });
  writeFileSync(join(agent.workspace, path), text);
}

describe('the git routes of the reference agent', () => {
  test('return what changed since the last commit, and how', async () => {
    const agent = await AgentProcess.shared();
    for (const name of ['kept', 'changed', 'deleted']) write(agent, `repo/${name}`, 'before\n');
    await shell(agent, `cd repo && git ${identity} init -q && git add . && git ${identity} commit -qm one`);
    await shell(agent, 'cd repo && echo after > changed && rm deleted && echo new > "a new file"');
    const changes = await agent.get('/api/git/changes?path=/workspace/repo&ref=HEAD');
    expect(changes.body).toEqual([
      { status: 'UPDATED', path: 'changed' },
      { status: 'DELETED', path: 'deleted' },
      { status: 'ADDED', path: 'a new file' },
    ]);
    expect((await agent.get('/api/git/changes?path=/workspace/repo')).body).toEqual(changes.body);
    const diff = await agent.get('/api/git/diff?path=/workspace/repo/changed');
    expect(diff.body).toEqual({ modified: 'after', original: 'before' });
    for (const path of ['%2Fworkspace%2Frepo', '/workspace/repo', 'workspace/repo']) {
      expect((await agent.get(`/api/git/changes/${path}?ref=HEAD`)).body).toEqual(changes.body);
    }
    expect((await agent.get('/api/git/diff/%2Fworkspace%2Frepo%2Fchanged')).body).toEqual(diff.body);
    const added = await agent.get(`/api/git/diff?path=${encodeURIComponent('/workspace/repo/a new file')}`);
    expect(added.body).toEqual({ modified: 'new', original: '' });
  });

  test('return all files as new before the first commit, and none without a repository', async () => {
    const agent = await AgentProcess.shared();
    write(agent, 'new/file', 'x');
    expect((await agent.get('/api/git/changes?path=/workspace/new')).body).toEqual([]);
    expect((await agent.get('/api/git/diff?path=/workspace/new/file')).body).toEqual({
      modified: null,
      original: null,
    });
    await shell(agent, `cd new && git ${identity} init -q`);
    expect((await agent.get('/api/git/changes?path=/workspace/new&ref=HEAD')).body).toEqual([
      { status: 'ADDED', path: 'file' },
    ]);
    expect((await agent.get('/api/git/changes?path=/workspace/new&ref=nope')).status).toBe(400);
    expect((await agent.get('/api/git/changes?path=/workspace/new&ref=--output=x')).status).toBe(400);
    const missing = await agent.get('/api/git/diff?path=/workspace/new/nothing');
    expect([missing.status, missing.body]).toEqual([400, { detail: 'File does not exist: /workspace/new/nothing' }]);
    expect((await agent.get('/api/git/diff')).status).toBe(422);
  });
});

describe('the names and deleted files of a repository in the reference agent', () => {
  test('are as of OpenHands agent servers, which read the lines that git prints', async () => {
    const agent = await AgentProcess.shared();
    for (const name of ['日本.txt', 'say"hi".txt', 'a file', 'sub/gone']) write(agent, `names/${name}`, 'before\n');
    await shell(agent, `cd names && git ${identity} init -q && git add . && git ${identity} commit -qm one`);
    await shell(agent, 'cd names && echo x >>日本.txt && echo x >>say\\"hi\\".txt && rm -r sub');
    const changes = () => agent.get('/api/git/changes?path=/workspace/names');

    const paths = (await changes()).body.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['"say/"hi/".txt"', 'sub/gone', '"/346/227/245/346/234/254.txt"']);
    await shell(agent, 'cd names && git config core.quotePath false');
    expect((await changes()).body).toContainEqual({ status: 'UPDATED', path: '日本.txt' });
    expect((await agent.get('/api/git/diff?path=/workspace/names/sub/gone')).body).toEqual({
      modified: '',
      original: 'before',
    });
    await shell(agent, 'cd names && echo x >>"a file"');
    expect(await changes()).toMatchObject({
      status: 400,
      body: { detail: 'Unexpected git diff output format: M\ta file' },
    });
  });
});

describe('a project of the reference agent', () => {
  test('returns its skills and hooks, or none', async () => {
    const agent = await AgentProcess.shared();
    const ask = async (what: string) => (await agent.post(`/api/${what}`, { project_dir: '/workspace/project' })).body;
    expect(await ask('skills')).toEqual({ skills: [], sources: { project: 0 } });
    expect(await ask('hooks')).toEqual({ hook_config: null });
    write(agent, 'project/AGENTS.md', 'Be brief.');
    write(
      agent,
      'project/.openhands/skills/deploy.md',
      '---\nname: deploying\ntriggers:\n- deploy\n- ship it\n---\nHow to deploy.',
    );
    write(agent, 'project/.openhands/hooks.json', '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[]}]}}');
    expect((await ask('skills')).skills).toEqual([
      expect.objectContaining({ name: 'agents', type: 'repo', content: 'Be brief.', triggers: [] }),
      expect.objectContaining({
        name: 'deploying',
        type: 'knowledge',
        content: 'How to deploy.',
        triggers: ['deploy', 'ship it'],
      }),
    ]);
    expect((await ask('hooks')).hook_config).toMatchObject({ pre_tool_use: [{ matcher: '*', hooks: [] }], stop: [] });
  });
});

test("changes of an agent's settings are validated and stored", async () => {
  const agent = await AgentProcess.shared();
  const path = `/api/conversations/${await agent.create()}`;
  expect((await agent.post(`${path}/confirmation_policy`, { policy: { kind: 'Other' } })).status).toBe(422);
  expect((await agent.post(`${path}/confirmation_policy`, { policy: { kind: 'AlwaysConfirm' } })).status).toBe(200);
  expect((await agent.post(`${path}/switch_llm`, { llm: {} })).status).toBe(422);
  expect((await agent.post(`${path}/switch_llm`, { llm: { model: 'other', api_key: 'hidden' } })).status).toBe(200);
  const { body } = await agent.get(path);
  expect(body).toMatchObject({
    confirmation_policy: { kind: 'AlwaysConfirm' },
    agent: { llm: { model: 'other', api_key: null } },
  });
  expect((await agent.post(`${path}/switch_profile`, { profile_name: 'mine' })).status).toBe(404);
  expect((await agent.post(`${path}/switch_acp_model`, { model: 'x' })).status).toBe(400);
  expect((await agent.get(`${path}/agent_final_response`)).body).toEqual({ response: '' });
});
