import { beforeEach, describe, expect, it } from 'vitest';
import { getConversationConfig } from '../../../functions/legacy-conversation/get-conversation-config.ts';
import { getDiff } from '../../../functions/legacy-conversation/get-diff.ts';
import { getVscodeUrl } from '../../../functions/legacy-conversation/get-vscode-url.ts';
import { getWebHosts } from '../../../functions/legacy-conversation/get-web-hosts.ts';
import { listChanges } from '../../../functions/legacy-conversation/list-changes.ts';
import { listFiles } from '../../../functions/legacy-conversation/list-files.ts';
import { listMicroagents } from '../../../functions/legacy-conversation/list-microagents.ts';
import { selectFile } from '../../../functions/legacy-conversation/select-file.ts';
import { expectHiddenFromStrangers } from '../../support/answers.ts';
import { useConversationScene } from '../../support/conversation-scene.ts';
import type { AgentReply } from '../../support/http-agent.ts';
import { invoke } from '../../support/invoke.ts';
import { aSandbox } from '../../support/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let id: string;
beforeEach(async () => {
  const sandbox = running();
  const vscode = { name: 'VSCODE', port: 8001, url: 'http://127.0.0.1:8001/?folder=%2Fx' } as const;
  const worker = { name: 'WORKER_1', port: 12000, url: 'http://127.0.0.1:12000' } as const;
  const exposed_urls = [...(sandbox.exposed_urls ?? []), vscode, worker];
  id = (await addIn({ ...sandbox, exposed_urls })).conversation_id;
});
const at = (conversationId = id) => ({ params: { conversation_id: conversationId } });
const paused = async () => at((await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }))).conversation_id);

/** An agent that works in /workspace/project/r, and answers everything else so. */
const says = (reply: AgentReply | undefined) => {
  agent.reply = ({ path }) =>
    path === `/api/conversations/${id}` ? { body: { workspace: { working_dir: '/workspace/project/r' } } } : reply;
};

describe('where a conversation is', () => {
  it('is said by config', async () => {
    const given = await addIn(running(), { conversation_id: 'x', given_id: 'X' });

    expect((await invoke(getConversationConfig, deps(), at('x'))).body).toEqual({
      runtime_id: given.sandbox_id,
      session_id: 'X',
    });
  });

  it('is said by web-hosts while it runs', async () => {
    expect((await invoke(getWebHosts, deps(), at())).body).toEqual({ hosts: { 'http://127.0.0.1:12000': 12000 } });
    expect((await invoke(getWebHosts, deps(), await paused())).body).toEqual({ hosts: {} });
  });

  it('is said by vscode-url, with the token that the agent gives', async () => {
    says({ body: { url: 'http://127.0.0.1:8001/?tkn=t&folder=/workspace/project/r' } });

    const { body } = await invoke(getVscodeUrl, deps(), at());

    expect(body).toEqual({ vscode_url: 'http://127.0.0.1:8001/?tkn=t&folder=/workspace/project/r' });
    expect(Object.fromEntries(agent.requests.at(-1)?.query ?? [])).toEqual({
      base_url: 'http://127.0.0.1:8001',
      workspace_dir: '/workspace/project/r',
    });
  });

  it.each([{ status: 404 }, { status: 503 }, { body: { url: null } }])(
    'has no VS Code where the agent says %j',
    async (reply) => {
      says(reply);

      expect((await invoke(getVscodeUrl, deps(), at())).body).toEqual({ vscode_url: null });
    },
  );
});

describe('files of the workspace', () => {
  const list = (path?: string) =>
    invoke(listFiles, deps(), { ...at(), ...(path === undefined ? {} : { query: { path } }) });

  it('are listed, directories first', async () => {
    says({ body: { exit_code: 0, stdout: '.git/\nREADME.md\nsrc/\n', stderr: '' } });

    expect((await list()).body).toEqual(['.git/', 'src/', 'README.md']);
    expect((await list('src/')).body).toEqual(['src/.git/', 'src/src/', 'src/README.md']);
  });

  it('are listed by a command in which a path is one word', async () => {
    says({ body: { exit_code: 0, stdout: '' } });

    await list("a'; rm -rf /; '");

    expect(agent.requests.at(-1)?.body).toMatchObject({
      cwd: '/workspace/project/r',
      command: `cd -- 'a'\\''; rm -rf /; '\\''' && ls -1Ap | head -n 5000`,
    });
  });

  it('are not found in a directory that is none', async () => {
    says({ body: { exit_code: 1, stdout: '', stderr: 'no such' } });

    expect((await list('nothing')).status).toBe(404);
  });

  const select = (file = 'a.txt') => invoke(selectFile, deps(), { ...at(), query: { file } });

  it('are read', async () => {
    says({ body: 'Grüße' });

    expect((await select('src/a.txt')).body).toEqual({ code: 'Grüße' });
    expect(agent.requests.at(-1)?.query.get('path')).toBe('/workspace/project/r/src/a.txt');
  });

  it.each<[string, AgentReply | undefined, number]>([
    ['is not there', { status: 404 }, 404],
    ['is no text', { body: 'a\0b' }, 415],
    ['is too large', { body: 'x'.repeat(1_100_000) }, 413],
    ['is far too large', { body: 'x'.repeat(3_000_000) }, 502],
    ['does not come', undefined, 502],
  ])('are refused when one %s', async (_, reply, status) => {
    says(reply);

    expect((await select()).status).toBe(status);
  });
});

describe('changes of the workspace', () => {
  it('are told by the letters of git', async () => {
    const statuses = ['UPDATED', 'ADDED', 'DELETED', 'MOVED'];
    says({ body: statuses.map((status) => ({ status, path: 'a' })) });

    const { body } = await invoke(listChanges, deps(), at());

    expect(body.map(({ status }: { status: string }) => status)).toEqual(['M', 'A', 'D', 'R']);
    expect(agent.requests.at(-1)?.query.get('path')).toBe('/workspace/project/r');
  });

  it('are shown of a file in the project', async () => {
    says({ body: { modified: 'b', original: 'a' } });

    const { body } = await invoke(getDiff, deps(), { ...at(), query: { path: 'src/a.ts' } });

    expect(body).toEqual({ modified: 'b', original: 'a' });
    expect(agent.requests.at(-1)?.query.get('path')).toBe('/workspace/project/r/src/a.ts');
  });
});

describe('GET microagents', () => {
  it('lists skills as what they were once called', async () => {
    says({ body: { skills: [{ name: 'x', type: 'agentskills', content: 'Do x.', triggers: [] }] } });

    const { body } = await invoke(listMicroagents, deps(), at());

    const microagent = { name: 'x', type: 'knowledge', content: 'Do x.', triggers: [], inputs: [], tools: [] };
    expect(body).toEqual({ microagents: [microagent] });
    expect((await invoke(listMicroagents, deps(), await paused())).body).toEqual({ microagents: [] });
  });
});

it('nothing of it is shown to strangers', async () => {
  const query = { file: 'x', path: 'x' };
  const hidden = (call: Parameters<typeof expectHiddenFromStrangers>[0]) =>
    expectHiddenFromStrangers(call, id, (one) => ({ ...at(one), query }));

  await hidden((given) => invoke(getConversationConfig, deps(), given));
  await hidden((given) => invoke(getWebHosts, deps(), given));
  await hidden((given) => invoke(getVscodeUrl, deps(), given));
  await hidden((given) => invoke(listFiles, deps(), given));
  await hidden((given) => invoke(selectFile, deps(), given));
  await hidden((given) => invoke(listChanges, deps(), given));
  await hidden((given) => invoke(getDiff, deps(), given));
  await hidden((given) => invoke(listMicroagents, deps(), given));
  expect(agent.requests).toEqual([]);
});
