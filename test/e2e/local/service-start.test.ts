import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_PORTS } from '../../../infra/local/cloud/sandbox-ports.ts';
import { freePort } from '../../support/free-port.ts';
import { isLoopback, listenersOf } from '../../support/listeners.ts';
import { Api } from '../../support/service/api.ts';
import { type StartedConversation, startConversation } from '../../support/service/conversations.ts';
import { type Ended, LocalService, runNode, runScript } from '../../support/service/local-service.ts';
import { service } from '../../support/service/owners.ts';
import { processesNaming, waitUntilGone } from '../../support/service/processes.ts';
import { agentsOf, startSandbox } from '../../support/service/sandboxes.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

const folder = await mkdtemp(join(tmpdir(), 'e2e-start-'));
const newState = (name: string) => join(folder, name);

const shared = service();
const state = shared.stateDirectory ?? '';
const sharedApi = Api.withKey(shared.baseUrl, shared.apiKey);

let own: LocalService;
let api: Api;
beforeAll(async () => {
  if (shared.stateDirectory === null) return;
  own = await LocalService.start({ stateDirectory: newState('own'), forPeople: true });
  api = Api.withKey(own.baseUrl, own.apiKey);
});
afterAll(async () => {
  await own?.interrupt();
  await waitUntilGone([], folder);
  await rm(folder, { recursive: true, force: true });
});

function expectError({ code, stdout, stderr }: Ended, words: RegExp): void {
  expect(code).toBe(1);
  expect(stdout).toBe('');
  const said = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('> '));
  expect(said.at(-1)).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /);
}

describe.runIf(shared.stateDirectory !== null)('a second service on one machine', () => {
  let conversation: StartedConversation;

  it('prints its state directory and a curl command that works', async () => {
    const [line = ''] = /curl .*/.exec(own.stdout()) ?? [];

    const { stdout } = await promisify(execFile)('bash', ['-c', line]);

    expect(JSON.parse(stdout)).toMatchObject({
      items: [{ id: 'reference' }, { id: 'openhands-local' }, { id: 'openhands' }],
    });
    expect(own.stdout()).toContain(own.stateDirectory);
  });

  it('shares neither keys nor conversations with the first', async () => {
    conversation = await startConversation(api);

    expect((await api.get('/api/v1/app-conversations')).body.items).toMatchObject([{ id: conversation.id }]);
    expect((await sharedApi.get(`/api/v1/app-conversations/${conversation.id}`)).status).toBe(404);
    expect((await Api.withKey(shared.baseUrl, own.apiKey).get('/api/keys/current')).status).toBe(401);
    expect((await Api.withKey(own.baseUrl, shared.apiKey).get('/api/keys/current')).status).toBe(401);
  });

  it('listens only on loopback addresses', { skip: process.platform !== 'linux' }, async () => {
    const [npm] = await own.processes();
    const found = listenersOf(npm?.pid ?? 0);

    expect(found.filter((listener) => !isLoopback(listener))).toEqual([]);
    expect(found.map(({ command }) => /local\/start\.ts|reference-agent\.mjs/.exec(command)?.[0])).toEqual([
      // The gateway, the edge with its ports and the console at both loopback addresses, and the AWS endpoint at one.
      // Then the agent of the conversation.
      ...Array.from({ length: (3 + SANDBOX_PORTS) * (hasIpv6 ? 2 : 1) + 1 }, () => 'local/start.ts'),
      'reference-agent.mjs',
    ]);
    const { aws_endpoint } = JSON.parse(readFileSync(join(own.stateDirectory, 'endpoint.json'), 'utf8'));
    const urls = [own.baseUrl, own.sandboxUrl ?? '', own.consoleUrl ?? '', aws_endpoint];
    expect(found.slice(0, -1).map(({ port }) => port)).toEqual(
      expect.arrayContaining(urls.map((url) => Number(new URL(url).port))),
    );
    const host = hasIpv6 ? '[::1]' : '127.0.0.1';
    for (const url of urls.slice(0, 3)) {
      const { port } = new URL(url);
      expect((await fetch(`http://${host}:${port}/`, { redirect: 'manual' })).status, url).not.toBe(403);
    }
  });

  it('redirects people from the API to the console, which calls the API', async () => {
    const consoleUrl = own.consoleUrl ?? '';
    const target = async (path: string) =>
      (await fetch(`${own.baseUrl}${path}`, { redirect: 'manual' })).headers.get('location');

    expect([await target('/'), await target('/docs')]).toEqual([`${consoleUrl}/`, `${consoleUrl}/reference`]);
    expect(await (await fetch(`${consoleUrl}/config.json`)).json()).toEqual({
      api_url: own.baseUrl,
      public_links: 'true',
      local: 'true',
    });
    const page = await fetch(`${consoleUrl}/conversations/none`);
    expect(await page.text()).toContain('<div id="root">');
    expect(page.headers.get('content-security-policy')).toContain(` ${new URL(own.sandboxUrl ?? '').origin} `);
    const service = JSON.parse(readFileSync(join(own.stateDirectory, 'endpoint.json'), 'utf8'));
    expect(service.console_url).toBe(consoleUrl);
  });

  it('keeps its state from other users', () => {
    const open = readdirSync(own.stateDirectory, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name))
      // Copies of builds are not secret, and have the modes of their sources.
      .filter((path) => !['assembly/', 'console/'].some((name) => path.startsWith(join(own.stateDirectory, name))))
      .filter((path) => (statSync(path).mode & 0o077) !== 0);

    expect(open).toEqual([]);
    expect(statSync(own.stateDirectory).mode & 0o077).toBe(0);
  });

  it('leaves no process after two interrupts, and the first service keeps running', async () => {
    await Promise.all([startSandbox(api), startSandbox(api)]);
    const family = await own.processes();
    expect(await agentsOf(conversation.sandboxId)).toHaveLength(1);

    await own.interruptTwice();

    await waitUntilGone(family, own.stateDirectory);
    expect((await sharedApi.get('/ready')).status).toBe(200);
  });
});

describe.runIf(shared.stateDirectory !== null)('npm start that fails', () => {
  it('names the process that holds the state directory, and does not disturb it', async () => {
    const args = ['--json', '--port', String(await freePort()), '--state', state];

    const ended = await runScript('start', args);

    expectError(ended, /^A service already runs in .* \(process \d+\)\. Stop it first.*--state/);
    expect((await sharedApi.get('/ready')).status).toBe(200);
  });

  it('names the port that is in use, and leaves no process', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const ended = await runScript('start', ['--json', '--port', String(port), '--state', newState('port')]);

      expectError(ended, new RegExp(`^Port ${port} is in use at 127\\.0\\.0\\.1\\. .*: PORT=\\d+ npm start$`));
      expect(await processesNaming(newState('port'))).toEqual([]);
    } finally {
      server.close();
    }
  });

  it('refuses an unknown option by name', async () => {
    const { code, stderr } = await runScript('start', ['--prot', '3000']);

    expect(code).toBe(1);
    expect(stderr).toMatch(/--prot/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('names the Java version to install when Java is missing', async () => {
    const withoutJava = await Promise.all(
      (process.env.PATH ?? '').split(delimiter).map(async (entry) => {
        const hasJava = await access(join(entry, 'java')).then(
          () => true,
          () => false,
        );
        return hasJava ? [] : [entry];
      }),
    );
    // npm and the shell can be in the same folder as java, so the command runs without them.
    const PATH = [dirname(process.execPath), ...withoutJava.flat()].join(delimiter);
    const env = { ...process.env, PATH, JAVA_HOME: undefined };

    const ended = await runNode(['infra/local/start.ts', '--json', '--state', newState('java')], env);

    expectError(ended, /^Java 17 or newer .*(install it|JAVA_HOME)/);
  });

  it('prints its options for --help', async () => {
    const { code, stdout } = await runScript('start', ['--help']);

    expect(code).toBe(0);
    for (const word of ['--port', '--state', '--json', '--direct', '--sandbox-domain', '--tls-cert'])
      expect(stdout).toContain(word);
  });
});

it.runIf(shared.stateDirectory !== null)('npm run reset fails while a service runs, and deletes nothing', async () => {
  const before = await readdir(state);

  const ended = await runScript('reset', ['--state', state]);

  expectError(ended, /^A service already runs in .* \(process \d+\)/);
  expect(await readdir(state)).toEqual(before);
  expect((await sharedApi.get('/ready')).status).toBe(200);
});

it('npm run reset names an unknown option, and lists its own', async () => {
  const { code, stderr } = await runScript('reset', ['--sate', '/nowhere']);

  expect(code).toBe(1);
  expect(stderr).toMatch(/Unknown option '--sate'\n\nUsage: npm run reset/);
});
