import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { startConversation } from './support/conversations.ts';
import { type Ended, freePort, LocalService, runNode, runScript } from './support/local-service.ts';
import { processesNaming, waitUntilGone } from './support/processes.ts';

const folder = await mkdtemp(join(tmpdir(), 'e2e-start-'));
const newState = (name: string) => join(folder, name);

let first: LocalService;
let second: LocalService;
beforeAll(async () => {
  [first, second] = await Promise.all([
    LocalService.start({ stateDirectory: newState('first') }),
    LocalService.start({ stateDirectory: newState('second'), forPeople: true }),
  ]);
});
afterAll(async () => {
  await Promise.all([first?.interrupt(), second?.interrupt()]);
  await waitUntilGone([], folder);
  await rm(folder, { recursive: true, force: true });
});

const api = ({ baseUrl, apiKey }: LocalService) => Api.withKey(baseUrl, apiKey);

/** One clear sentence on stderr, without a stack, and nothing on stdout. */
function expectSentence({ code, stdout, stderr }: Ended, words: RegExp): void {
  expect(code).toBe(1);
  expect(stdout).toBe('');
  const said = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('> '));
  expect(said.at(-1)).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /);
}

describe('the banner', () => {
  it('shows a line to try, which works', async () => {
    const [line = ''] = /curl .*/.exec(second.stdout()) ?? [];

    const { stdout } = await promisify(execFile)('bash', ['-c', line]);

    expect(JSON.parse(stdout)).toMatchObject({ items: [{ id: expect.any(String) }, { id: expect.any(String) }] });
    expect(second.stdout()).toContain(second.stateDirectory);
  });
});

describe('two services on one machine', () => {
  it('know nothing of each other', async () => {
    const [one, two] = await Promise.all([startConversation(api(first)), startConversation(api(second))]);

    expect((await api(first).get('/api/v1/app-conversations')).body.items).toMatchObject([{ id: one.id }]);
    expect((await api(second).get('/api/v1/app-conversations')).body.items).toMatchObject([{ id: two.id }]);
    expect((await api(first).get(`/api/v1/app-conversations/${two.id}`)).status).toBe(404);
    expect((await Api.withKey(first.baseUrl, second.apiKey).get('/api/keys/current')).status).toBe(401);
    expect(one.url).not.toBe(two.url);
  });

  it('stop apart', async () => {
    const conversation = await startConversation(api(first));

    await second.interrupt();

    await waitUntilGone([], second.stateDirectory);
    const { body } = await api(first).get(`/api/v1/app-conversations/${conversation.id}`);
    expect(body).toMatchObject({ sandbox_status: 'RUNNING', execution_status: 'idle' });
  });
});

describe('a start that cannot work', () => {
  it('names the process that holds the state directory, and disturbs it not', async () => {
    const args = ['--json', '--port', String(await freePort()), '--state', first.stateDirectory];

    const ended = await runScript('start', args);

    expectSentence(ended, /^A service already runs in .* \(process \d+\)\. Stop it first.*--state/);
    expect((await api(first).get('/ready')).status).toBe(200);
  });

  it('names the port that is in use, and leaves nothing behind', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const ended = await runScript('start', ['--json', '--port', String(port), '--state', newState('port')]);

      expectSentence(ended, new RegExp(`^Port ${port} is in use\\. Choose another one: PORT=\\d+ npm start$`));
      expect(await processesNaming(newState('port'))).toEqual([]);
    } finally {
      server.close();
    }
    const ofService = await runScript('start', ['--port', String(first.port), '--state', newState('port')]);
    expectSentence(ofService, /^Port \d+ is in use/);
  });

  it.each([
    ['--port', 'abc'],
    ['--port', '0'],
    ['--port', '70000'],
    ['--prot', '3000'],
  ])('refuses %s %s', async (option, value) => {
    const { code, stderr } = await runScript('start', [option, value]);

    expect(code).toBe(1);
    expect(stderr).toMatch(option === '--port' ? /The port must be a number from 1 to 65535/ : /--prot/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('says how to install Java when there is none', async () => {
    const withoutJava = await Promise.all(
      (process.env.PATH ?? '').split(delimiter).map(async (entry) => {
        const hasJava = await access(join(entry, 'java')).then(
          () => true,
          () => false,
        );
        return hasJava ? [] : [entry];
      }),
    );
    // npm and a shell may lie beside java; they are found by the paths that they have of their own.
    const PATH = [dirname(process.execPath), ...withoutJava.flat()].join(delimiter);
    const env = { ...process.env, PATH, JAVA_HOME: undefined };

    const ended = await runNode(['infra/local/start.ts', '--json', '--state', newState('java')], env);

    expectSentence(ended, /^Java 17 or newer .*(install it|JAVA_HOME)/);
  });

  it('explains itself', async () => {
    const { code, stdout } = await runScript('start', ['--help']);

    expect(code).toBe(0);
    for (const word of ['--port', '--state', '--json']) expect(stdout).toContain(word);
  });
});

describe('npm run reset', () => {
  it('refuses while a service runs there, and deletes nothing', async () => {
    const before = await readdir(first.stateDirectory);

    const ended = await runScript('reset', ['--state', first.stateDirectory]);

    expectSentence(ended, /^A service already runs in .* \(process \d+\)/);
    expect(await readdir(first.stateDirectory)).toEqual(before);
    expect((await api(first).get('/ready')).status).toBe(200);
  });

  it('wipes what a killed service left, its processes included', async () => {
    const { sandboxId } = await startConversation(api(first));
    await first.kill();

    const ended = await runScript('reset', ['--state', first.stateDirectory]);

    expect([ended.code, ended.stderr.includes('Error')]).toEqual([0, false]);
    await expect(access(first.stateDirectory)).rejects.toThrow();
    await waitUntilGone([], sandboxId);
    await waitUntilGone([], first.stateDirectory);
  });
});
