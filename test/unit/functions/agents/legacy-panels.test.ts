import { beforeEach, describe, expect, it } from 'vitest';
import { getDiff } from '../../../../functions/agents/get-diff.ts';
import { getVscodeUrl } from '../../../../functions/agents/get-vscode-url.ts';
import { getWebHosts } from '../../../../functions/agents/get-web-hosts.ts';
import { listChanges } from '../../../../functions/agents/list-changes.ts';
import { listFiles } from '../../../../functions/agents/list-files.ts';
import { listMicroagents } from '../../../../functions/agents/list-microagents.ts';
import { selectFile } from '../../../../functions/agents/select-file.ts';
import { getConversationConfig } from '../../../../functions/conversations/get-conversation-config.ts';
import type { Scope } from '../../../../shared/contract/shapes/scopes.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { errorPage } from '../../../support/http/edge-answers.ts';
import type { AgentReply } from '../../../support/http/http-agent.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

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

const says = (reply: AgentReply | undefined) => {
  agent.reply = ({ path }) =>
    path === `/api/conversations/${id}` ? { body: { workspace: { working_dir: '/workspace/project/r' } } } : reply;
};

const noVscode = {
  vscode_url: null,
  error: expect.stringMatching(/^(VS Code is not running in|Sandboxes of the spec ').*\.$/),
};

describe('location of a legacy conversation', () => {
  it('is returned by config', async () => {
    const given = await addIn(running(), { conversation_id: 'x', given_id: 'X' });

    expect((await invoke(getConversationConfig, deps(), at('x'))).body).toEqual({
      runtime_id: given.sandbox_id,
      session_id: 'X',
    });
  });

  it('is returned by web-hosts while the sandbox runs', async () => {
    expect((await invoke(getWebHosts, deps(), at())).body).toEqual({ hosts: { 'http://127.0.0.1:12000': 12000 } });
    expect((await invoke(getWebHosts, deps(), await paused())).body).toEqual({ hosts: {} });
  });

  it('is not returned by web-hosts to a key that can only read if every request there resumes the sandbox', async () => {
    const worker = { name: 'WORKER_1', port: 12000, url: 'http://127.0.0.1:12000' } as const;
    const sandbox = { ...running(), exposed_urls: [worker], wake: { WORKER_1: 'link' } as const };
    const { conversation_id } = await addIn(sandbox);
    const hostsFor = async (...scopes: Scope[]) => {
      const { body } = await invoke(getWebHosts, deps(), { ...at(conversation_id), caller: { scopes } });
      return Object.keys(body.hosts);
    };

    expect(await hostsFor('conversations:read')).toEqual([]);
    expect(await hostsFor('conversations:read', 'conversations:write')).toEqual([worker.url]);
  });

  it('is returned by vscode-url, with the token of the agent', async () => {
    says({ body: { url: 'http://127.0.0.1:8001/?tkn=t&folder=/workspace/project/r' } });

    const { body } = await invoke(getVscodeUrl, deps(), at());

    expect(body).toEqual({ vscode_url: 'http://127.0.0.1:8001/?tkn=t&folder=/workspace/project/r', error: null });
    expect(Object.fromEntries(agent.requests.at(-1)?.query ?? [])).toEqual({
      base_url: 'http://127.0.0.1:8001',
      workspace_dir: '/workspace/project/r',
    });
  });

  describe('behind an edge', () => {
    const label = 'a'.repeat(48);
    const behind = async (base: string) => {
      const sandbox = running();
      const urls = [
        ...(sandbox.exposed_urls ?? []),
        { name: 'VSCODE' as const, port: 8001, url: `${base}/?folder=%2Fx` },
        { name: 'WORKER_1' as const, port: 12000, url: base },
      ];
      id = (await addIn({ ...sandbox, exposed_urls: urls })).conversation_id;
    };

    it('is the exposed URL of an earlier release if VS Code has no own origin, with advice', async () => {
      const base = `https://d1.cloudfront.net/${label}`;
      await behind(base);
      says({ body: { url: 'https://d1.cloudfront.net/?tkn=t&folder=/workspace/project/r' } });

      expect((await invoke(getVscodeUrl, deps(), at())).body).toEqual({
        vscode_url: `${base}/?folder=%2Fx`,
        error: expect.stringContaining('sandboxDomain'),
      });
      expect((await invoke(getWebHosts, deps(), at())).body).toEqual({ hosts: { [base]: 12000 } });
    });

    it('is missing if VS Code is not exposed, as on a host that all sandboxes share, with advice', async () => {
      id = (await addIn(running())).conversation_id;

      expect((await invoke(getVscodeUrl, deps(), at())).body).toEqual({
        vscode_url: null,
        error: expect.stringContaining('sandboxDomain'),
      });
    });

    it('comes from the agent if it has its own origin', async () => {
      const base = `https://${label}.sandboxes.example.com`;
      await behind(base);
      agent.reply = ({ path, query }) =>
        path === '/api/vscode/url'
          ? { body: { url: `${query.get('base_url')}/?tkn=t` } }
          : { body: { workspace: { working_dir: '/workspace/project/r' } } };

      expect((await invoke(getVscodeUrl, deps(), at())).body).toEqual({ vscode_url: `${base}/?tkn=t`, error: null });
    });

    it('is null without VS Code in either form', async () => {
      await behind(`https://d1.cloudfront.net/${label}`);
      says({ body: { url: null } });

      expect((await invoke(getVscodeUrl, deps(), at())).body).toEqual(noVscode);
    });
  });

  it.each([
    'javascript:alert(document.domain)',
    'data:text/html,<script>alert(1)</script>',
    'http://127.0.0.1:8002/?tkn=t',
    'https://127.0.0.1:8001/?tkn=t',
    'http://127.0.0.1:8001@evil.example.com/?tkn=t',
    '//evil.example.com/',
    'not a URL',
  ])('is not %s, when the agent returns that', async (url) => {
    says({ body: { url } });

    expect((await invoke(getVscodeUrl, deps(), at())).body).toEqual({
      vscode_url: null,
      error: 'The agent returned a URL that is not the one of VS Code in this sandbox.',
    });
  });

  it('is refused while the edge cannot reach the agent, as nothing is known of VS Code', async () => {
    says(errorPage(502));

    expect((await invoke(getVscodeUrl, deps(), at())).status).toBe(502);
  });

  it.each([{ status: 404 }, { status: 503, body: { detail: 'switched off' } }, { body: { url: null } }])(
    'has no VS Code URL when the agent returns %j',
    async (reply) => {
      says(reply);

      expect((await invoke(getVscodeUrl, deps(), at())).body).toEqual(noVscode);
    },
  );
});

describe('legacy files of the workspace', () => {
  const list = (path?: string) =>
    invoke(listFiles, deps(), { ...at(), ...(path === undefined ? {} : { query: { path } }) });

  it('are listed with directories first', async () => {
    says({ body: { exit_code: 0, stdout: '.git/\nREADME.md\nsrc/\n', stderr: '' } });

    expect((await list()).body).toEqual(['.git/', 'src/', 'README.md']);
    expect((await list('src/')).body).toEqual(['src/.git/', 'src/src/', 'src/README.md']);
  });

  it('are listed by a command in which a path is one quoted word', async () => {
    says({ body: { exit_code: 0, stdout: '' } });

    await list("a'; rm -rf /; '");

    expect(agent.requests.at(-1)?.body).toMatchObject({
      cwd: '/workspace/project/r',
      command: `cd -- 'a'\\''; rm -rf /; '\\''' && ls -1Ap | head -n 5000`,
    });
  });

  it('return 404 for a directory that does not exist', async () => {
    says({ body: { exit_code: 1, stdout: '', stderr: 'no such' } });

    expect((await list('nothing')).status).toBe(404);
  });

  const select = (file = 'a.txt') => invoke(selectFile, deps(), { ...at(), query: { file } });

  it('are read by their path', async () => {
    says({ body: 'Grüße' });

    expect((await select('src/a.txt')).body).toEqual({ code: 'Grüße' });
    expect(agent.requests.at(-1)?.query.get('path')).toBe('/workspace/project/r/src/a.txt');
  });

  it.each<[string, AgentReply | undefined, number]>([
    ['is not there', { status: 404 }, 404],
    ['is no text', { body: 'a\0b' }, 415],
    ['is too large', { body: 'x'.repeat(1_100_000) }, 413],
    ['is far too large', { body: 'x'.repeat(5_000_000) }, 413],
    ['is refused as too large', { status: 413, body: {} }, 413],
    ['does not come', undefined, 502],
  ])('are refused when a file %s', async (_, reply, status) => {
    says(reply);

    expect((await select()).status).toBe(status);
  });
});

describe('legacy changes of the workspace', () => {
  it('are returned with the letters of git', async () => {
    const statuses = ['UPDATED', 'ADDED', 'DELETED', 'MOVED'];
    says({ body: statuses.map((status) => ({ status, path: 'a' })) });

    const { body } = await invoke(listChanges, deps(), at());

    expect(body.map(({ status }: { status: string }) => status)).toEqual(['M', 'A', 'D', 'R']);
    expect(agent.requests.at(-1)?.query.get('path')).toBe('/workspace/project/r');
  });

  it('are shown for a file in the project', async () => {
    says({ body: { modified: 'b', original: 'a' } });

    const { body } = await invoke(getDiff, deps(), { ...at(), query: { path: 'src/a.ts' } });

    expect(body).toEqual({ modified: 'b', original: 'a' });
    expect(agent.requests.at(-1)?.query.get('path')).toBe('/workspace/project/r/src/a.ts');
  });
});

describe('GET microagents', () => {
  it('lists skills in the format of microagents', async () => {
    says({ body: { skills: [{ name: 'x', type: 'agentskills', content: 'Do x.', triggers: [] }] } });

    const { body } = await invoke(listMicroagents, deps(), at());

    const microagent = { name: 'x', type: 'knowledge', content: 'Do x.', triggers: [], inputs: [], tools: [] };
    expect(body).toEqual({ microagents: [microagent] });
    expect((await invoke(listMicroagents, deps(), await paused())).body).toEqual({ microagents: [] });
  });
});
