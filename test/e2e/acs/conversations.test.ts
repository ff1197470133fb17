import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { type Begun, Shell } from './acs.ts';

/** The complete JSON lines that a command has printed so far. */
const lines = ({ stdout }: Pick<Begun, 'stdout'>) =>
  stdout
    .slice(0, stdout.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

it('acs starts a conversation, follows it through a pause, and deletes it', async () => {
  const { apiKey } = await newOwner();
  const shell = await Shell.open(apiKey);

  const words = ['conversations', 'start', '-', '--title', 'First', '--follow'];
  const start = await shell.runWith('/run echo ready; seq 3\n', ...words);
  expect(start).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Conversation \w+\nAccepted\n[\s\S]*Ready\nThe conversation has started\.\n/),
  });
  expect(start.stdout).toMatch(/▸ terminal: echo ready; seq 3\n.*✓ exit 0 {1,2}ready 1 2 3/);
  expect(start.stdout).toContain('agent The command ended with exit code 0.');

  const [{ id, sandbox_id: sandbox }] = await shell.json('c', 'ls');
  expect((await shell.run('conversations', 'list')).stdout).toMatch(
    /^ID +TITLE +STATUS .*\n[0-9a-f]{32} +First +(Working|Ready|Finished)/,
  );
  expect(await shell.json('conversations', 'get', id)).not.toHaveProperty('session_api_key');

  const follow = shell.begin('events', id, '--follow', '--json');
  await eventually('it follows live', () => follow.stderr.includes('Following live'));
  const said = await shell.runWith('once more\n', 'conversations', 'send', id, '-', '--follow');
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('You said: once more') });
  expect(said.stdout).not.toContain('echo ready');

  expect(await shell.json('conversations', 'pause', id)).toMatchObject({ id: sandbox, status: 'PAUSED' });
  await eventually('it sees the pause', () => follow.stderr.includes('The sandbox is paused'));
  expect(await shell.run('conversations', 'send', id, 'asleep')).toMatchObject({ code: 1, stdout: '' });
  expect((await shell.run('sandboxes', 'get', sandbox)).stdout).toMatch(/│ Running +\S+.*\n[\s\S]*● Paused/);
  expect(await shell.json('conversations', 'resume', id)).toMatchObject({ id: sandbox, status: 'RUNNING' });
  await shell.run('conversations', 'send', id, 'awake again');
  await eventually('the answer is followed', () =>
    lines(follow).find(({ source, llm_message: said }) => {
      return source === 'agent' && said?.content?.[0]?.text?.includes('You said: awake again');
    }),
  );
  const history: string[] = lines(await shell.run('events', id, '--json')).map((event) => event.id);
  // The run ends after its answer, with further events.
  const followed = await eventually('the whole history is followed', () => {
    const ids: string[] = lines(follow).map((event) => event.id);
    expect(ids).toEqual(expect.arrayContaining(history));
    return ids;
  });
  expect(new Set(followed).size).toBe(followed.length);
  const messages = lines(await shell.run('events', id, '--kind', 'MessageEvent', '--json'));
  expect(new Set(messages.map(({ kind }) => kind))).toEqual(new Set(['MessageEvent']));

  const file = join(shell.folder, 'first.zip');
  expect((await shell.run('conversations', 'download', id, '-o', file)).code).toBe(0);
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  expect(await shell.run('conversations', 'download', id, '-o', file)).toMatchObject({ code: 1 });
  expect(await shell.json('conversations', 'rename', id, 'Second')).toMatchObject({ title: 'Second' });

  expect(await shell.run('conversations', 'delete', id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  });
  expect(await shell.run('conversations', 'delete', id, '--yes')).toMatchObject({ code: 0 });
  expect(await shell.run('conversations', 'get', id)).toMatchObject({ code: 1, stdout: '' });
  expect(await follow.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('was deleted') });
});

it.runIf(service().stateDirectory !== null)(
  'acs events --follow continues when a request wakes the sandbox',
  async () => {
    const { api, apiKey } = await newOwner();
    const { id, sandboxId, url, sessionKey } = await startConversation(api);
    const shell = await Shell.open(apiKey);
    const follow = shell.begin('events', id, '--follow', '--json');
    await eventually('it follows live', () => follow.stderr.includes('Following live'));
    await shell.run('conversations', 'pause', id);
    await eventually('it sees the pause', () => follow.stderr.includes('The sandbox is paused'));

    await eventually('the agent responds at the same address', async () => {
      const { ok, status } = await fetch(url, { headers: { 'X-Session-API-Key': sessionKey } });
      if (ok) return true;
      throw new Error(`it responds with ${status}`);
    });
    await shell.run('conversations', 'send', id, 'woken by a request');

    await eventually('the answer is followed', () => follow.stdout.includes('You said: woken by a request'));
    expect(await shell.json('conversations', 'get', id, '--session-key')).toMatchObject({
      sandbox_id: sandboxId,
      conversation_url: url,
      session_api_key: sessionKey,
    });
  },
);
