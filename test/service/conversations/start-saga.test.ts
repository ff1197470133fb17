import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answersOf,
  askAgent,
  type StartedConversation,
  startConversation,
  waitForAnswer,
  waitForTask,
} from '../../support/service/conversations.ts';
import { newOwner } from '../../support/service/owners.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';

const path = '/api/v1/app-conversations';
const TOKEN = canary('a git token');
rememberSecret('a git token', TOKEN);

const setup = `#!/bin/bash
echo "set up" >>../log
export BUILD_MODE="from the set-up" DIGEST="$(printf %s "$GITHUB_TOKEN" | sha256sum)"
git config --get remote.origin.url >>../log
`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const git = await gitServer();
git.addRepository(
  'acme/site',
  { '.openhands/setup.sh': setup, '.openhands/pre-commit.sh': 'echo hook >>../log\n', 'AGENTS.md': 'Be kind.' },
  ['next'],
);
git.addRepository('acme/broken', { '.openhands/setup.sh': 'echo "no compiler here" >&2; exit 3\n' });
const owner = await newOwner();
await giveTokens(owner, git, TOKEN, ['github']);
beforeEach(() => {
  git.password = TOKEN;
});

async function shell({ url, sessionKey }: StartedConversation, command: string): Promise<string> {
  const response = await fetch(`${url.slice(0, url.indexOf('/api/'))}/api/bash/execute_bash_command`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ command, cwd: '/workspace/project', timeout: 20 }),
  });
  const answer = (await response.json()) as { stdout: string | null; stderr: string | null; exit_code: number };
  const { stdout, stderr, exit_code: code } = answer;
  if (code !== 0) throw new Error(`${command}: ${code} ${stderr}`);
  return (stdout ?? '').trim();
}

/** The output of a command that the agent runs. */
async function terminal(conversation: StartedConversation, command: string): Promise<string> {
  await askAgent(conversation, '/events', `/run ${command}`);
  await expect.poll(async () => JSON.stringify(await observations(conversation)), { timeout: 60_000 }).not.toBe('[]');
  return JSON.stringify(await observations(conversation));
}

async function observations(conversation: StartedConversation): Promise<unknown[]> {
  return (await askAgent(conversation, '/events/search?kind=ObservationEvent&limit=10')).body.items;
}

async function history({ url, sessionKey }: StartedConversation): Promise<string> {
  const response = await fetch(`${url.slice(0, url.indexOf('/api/'))}/api/bash/bash_events/search?limit=100`, {
    headers: { 'X-Session-API-Key': sessionKey },
  });
  return response.text();
}

async function processes(): Promise<string> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  const texts = await Promise.all(ids.flatMap((id) => [read(`/proc/${id}/cmdline`), read(`/proc/${id}/environ`)]));
  // Set-up scripts get the token by this name.
  return texts.join('\n').replaceAll(`GITHUB_TOKEN=${TOKEN}`, '');
}

describe('a conversation with a repository', () => {
  it('works in a clone with set-up and hook, and the token is stored nowhere in plain text', async () => {
    let seen = '';
    const watch = setInterval(() => void processes().then((text) => (seen += text.includes(TOKEN) ? 'token' : '')), 20);
    const conversation = await startConversation(owner.api, {
      selected_repository: 'acme/site',
      selected_branch: 'next',
      initial_message: { content: [{ type: 'text', text: 'hello' }] },
    }).finally(() => clearInterval(watch));

    expect(git.logins).toContain(`x-access-token:${TOKEN}`);
    expect(seen).toBe('');
    expect(await history(conversation)).not.toContain(TOKEN);
    expect(await shell(conversation, 'git -C site rev-parse --abbrev-ref HEAD')).toBe('next');
    expect(await terminal(conversation, 'echo "$BUILD_MODE $DIGEST"')).toContain(`from the set-up ${sha256(TOKEN)}`);
    expect(await shell(conversation, 'cat log')).toBe(`set up\n${git.url}/acme/site.git`);
    await shell(conversation, 'git -c user.name=a -c user.email=a@b -C site commit -q --allow-empty -m x');
    expect(await shell(conversation, 'tail -n 1 log')).toBe('hook');
    // An agent writes its token there, as common skills tell it. Then the same repository starts again.
    await shell(
      conversation,
      `git -C site remote set-url origin ${git.url.replace('://', '://oauth2:x@')}/acme/site.git`,
    );
    const child = await startConversation(owner.api, { parent_conversation_id: conversation.id });
    expect(await shell(child, 'git -C site rev-parse --abbrev-ref HEAD')).toBe('next');
    // The agent stores its token encrypted: no file of the sandbox contains it in plain text.
    expect(await shell(conversation, `grep -rl ${TOKEN.slice(4)} .. --exclude-dir=bash_events || echo none`)).toBe(
      'none',
    );
    await waitForAnswer(conversation);
    expect(JSON.stringify((await askAgent(conversation, '')).body.secret_registry)).toContain('GITHUB_TOKEN');
  });

  it('gets a new branch when the request names none, and a second conversation in the sandbox keeps it', async () => {
    const first = await startConversation(owner.api, { selected_repository: 'acme/site' });
    const branch = await shell(first, 'git -C site rev-parse --abbrev-ref HEAD');
    const second = await startConversation(owner.api, {
      parent_conversation_id: first.id,
      initial_message: { content: [{ type: 'text', text: 'hello' }] },
    });

    expect(branch).toMatch(/^openhands-workspace-\w+$/);
    expect(second.sandboxId).toBe(first.sandboxId);
    expect(await shell(second, 'git -C site rev-parse --abbrev-ref HEAD')).toBe(branch);
    expect(await shell(second, 'grep -c "set up" log')).toBe('1');
    await waitForAnswer(second);
    expect(await answersOf(second)).toHaveLength(1);
  });
});

describe('a start whose set-up script fails', () => {
  it('is READY, and its task and its conversation warn with the last lines of the script', async () => {
    const message = { content: [{ type: 'text', text: 'hello' }] };
    const conversation = await startConversation(owner.api, {
      selected_repository: 'acme/broken',
      initial_message: message,
    });

    const warning = {
      code: 'setup_script_failed',
      message: expect.stringContaining('.openhands/setup.sh ended with exit code 3'),
      detail: 'no compiler here',
    };
    const { body: page } = await owner.api.get(`${path}/start-tasks/search`, { conversation_id__eq: conversation.id });
    expect(page.items).toMatchObject([{ status: 'READY', warnings: [warning] }]);
    expect((await owner.api.get(`${path}/${conversation.id}`)).body).toMatchObject({ warnings: [warning] });
    await waitForAnswer(conversation);
  });
});

describe('a start whose repository cannot be cloned', () => {
  /** Shared by all cases: a failed start leaves no clone behind. */
  let sandbox_id: string;
  beforeAll(async () => {
    const conversation = await startConversation(owner.api);
    sandbox_id = conversation.sandboxId;
    // Without a repository, the service initialises the workspace as one.
    expect(await shell(conversation, 'git rev-parse --is-inside-work-tree')).toBe('true');
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['there is no such branch', { selected_repository: 'acme/site', selected_branch: 'gone' }, ["no branch 'gone'"]],
    ['there is no such repository', { selected_repository: 'acme/none' }, ['acme/none', 'not found']],
    [
      'its provider has no address',
      { selected_repository: 'acme/site', git_provider: 'bitbucket_data_center' },
      ['bitbucket_data_center', 'host'],
    ],
  ])('ends with an error that names the cause: %s', async (_, request, words) => {
    const { body } = await owner.api.post(path, { ...request, sandbox_id });

    const { detail, conversation_id: id } = await waitForTask(owner.api, body.id, 'ERROR');

    for (const word of words) expect(detail).toContain(word);
    expect(detail).not.toContain(TOKEN);
    // The sandbox runs. Only the conversation failed, and every read shows this.
    const failed = { execution_status: 'error', status_detail: detail, sandbox_status: 'RUNNING' };
    const { body: page } = await owner.api.get(`${path}/search`, { limit: 1 });
    expect(page.items).toMatchObject([{ id, ...failed }]);
    expect((await owner.api.get(`${path}/${id}`)).body).toMatchObject(failed);
    const stopped = { status: 'STOPPED', message: `The conversation did not start. ${detail}` };
    expect((await owner.api.get(`/api/conversations/${id}`)).body).toMatchObject(stopped);
  });

  it('keeps its own sandbox for five minutes, in which a new start reuses it', async () => {
    const request = { selected_repository: 'acme/site', selected_branch: 'gone' };
    const { body: started } = await owner.api.post(path, request);
    const failed = await waitForTask(owner.api, started.id, 'ERROR');
    const sandbox = async () => (await owner.api.get(`/api/v1/sandboxes/${failed.sandbox_id}`)).body;

    const { idle_at: soon } = await sandbox();
    const { body: again } = await owner.api.post(path, { ...request, conversation_id: failed.conversation_id });
    const { idle_at: later } = await sandbox();

    expect(Date.parse(soon) - Date.parse(failed.updated_at)).toBe(5 * 60_000);
    expect(again.sandbox_id).toBe(failed.sandbox_id);
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(again.created_at) + 15 * 60_000);
    expect((await waitForTask(owner.api, again.id, 'ERROR')).detail).toContain('gone');
  });

  it('starts again in its sandbox through the legacy generation', async () => {
    const { body: started } = await owner.api.post(path, { selected_repository: 'acme/site', selected_branch: 'gone' });
    const { conversation_id, sandbox_id: home } = await waitForTask(owner.api, started.id, 'ERROR');

    const again = await owner.api.post(`/api/conversations/${conversation_id}/start`, {});

    expect(again.status, again.text).toBe(200);
    const { body: tasks } = await owner.api.get(`${path}/start-tasks/search`, { conversation_id__eq: conversation_id });
    expect(tasks.items).toHaveLength(2);
    expect(tasks.items.map((task: { sandbox_id: string }) => task.sandbox_id)).toEqual([home, home]);
  });

  it('ends with an error that names the refused token and the remedy', async () => {
    git.password = 'another';
    const { body } = await owner.api.post(path, { selected_repository: 'acme/site', sandbox_id });

    const { detail } = await waitForTask(owner.api, body.id, 'ERROR');

    expect(detail).toMatch(/refused your github token.*Renew/);
    expect(detail).not.toContain(TOKEN);
  });
});
