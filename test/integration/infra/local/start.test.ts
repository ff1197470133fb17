import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';

const root = join(import.meta.dirname, '../../../..');
const START_WITHIN_MS = 60_000;

interface Run {
  readonly process: ChildProcess;
  stdout: string;
  stderr: string;
  readonly exited: Promise<number | null>;
}

let folder: string;
let port: number;
const runs: Run[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
  port = await freePort();
});
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.process.kill('SIGTERM');
    await run.exited;
  }
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

function script(file: string, args: readonly string[], environment?: NodeJS.ProcessEnv): Run {
  return launch(process.execPath, [join(root, 'infra/local', file), ...args], environment);
}

function launch(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = process.env): Run {
  const child = spawn(program, args, { cwd: root, env: environment });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const run: Run = { process: child, stdout: '', stderr: '', exited };
  child.stdout.on('data', (chunk) => {
    run.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    run.stderr += chunk;
  });
  return run;
}

function start(args: readonly string[] = ['--json'], environment?: NodeJS.ProcessEnv): Run {
  const run = script('start.ts', ['--port', String(port), '--state', join(folder, 'state'), ...args], environment);
  runs.push(run);
  return run;
}

async function ready(run: Run): Promise<{ base_url: string; api_key: string }> {
  await eventually(() => run.stdout.includes('\n') || run.process.exitCode !== null, START_WITHIN_MS);
  expect(run.process.exitCode, run.stderr).toBeNull();
  return JSON.parse(run.stdout);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** The processes that work for the service in this test's folder, the service itself left out. */
async function children(): Promise<string> {
  const listing = spawn('ps', ['-eo', 'args']);
  let text = '';
  for await (const chunk of listing.stdout) text += chunk;
  return text
    .split('\n')
    .filter((line) => line.includes(folder) && !line.includes('start.ts'))
    .join('\n');
}

describe('npm start', () => {
  it(
    'prints one line of JSON, serves, and leaves no process when it is stopped',
    async () => {
      const run = start();
      const { base_url: url, api_key: key } = await ready(run);

      const answer = await fetch(`${url}/api/keys/current`, { headers: { 'x-session-api-key': key } });
      expect(url).toBe(`http://127.0.0.1:${port}`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ name: 'npm start' });
      expect((await fetch(`${url}/api/keys/current`)).status).toBe(401);

      run.process.kill('SIGINT');

      expect(await run.exited).toBe(0);
      expect(run.stdout.trim().split('\n')).toHaveLength(1);
      expect(await children()).toBe('');
    },
    START_WITHIN_MS,
  );

  it(
    'keeps its key over a restart, prints it for a person, and protects its files',
    async () => {
      const kept = await readFile(join(folder, 'state', 'api-key'), 'utf8');

      const run = start([]);
      await eventually(() => run.stdout.includes('Ctrl-C'), START_WITHIN_MS);

      expect(run.stdout).toContain(kept.trim());
      expect(run.stdout).toContain(`curl -H 'X-Session-API-Key: ${kept.trim()}' http://127.0.0.1:${port}/`);
      const modes = await Promise.all(
        ['api-key', 'secrets.json', 'endpoint.json'].map((name) => stat(join(folder, 'state', name))),
      );
      expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['600', '600', '600']);
    },
    START_WITHIN_MS,
  );

  it(
    'prevents a second service and a reset in its state directory',
    async () => {
      const first = start();
      await ready(first);

      const second = start(['--json', '--port', String(await freePort())]);
      const wiping = script('reset.ts', ['--state', join(folder, 'state')]);

      expect(await second.exited).toBe(1);
      expect(second.stderr).toContain(
        `A service already runs in ${join(folder, 'state')} (process ${first.process.pid})`,
      );
      expect(await wiping.exited).toBe(1);
      expect(wiping.stderr).toContain(`(process ${first.process.pid})`);
    },
    START_WITHIN_MS,
  );

  it(
    'leaves neither Java nor functions when it is killed',
    async () => {
      const run = start();
      const { base_url: url, api_key: key } = await ready(run);
      await fetch(`${url}/api/keys/current`, { headers: { 'x-session-api-key': key } });
      expect(await children()).toContain('DynamoDBLocal');

      run.process.kill('SIGKILL');
      await run.exited;

      await eventually(async () => (await children()) === '');
      const again = start();
      await ready(again);
    },
    2 * START_WITHIN_MS,
  );

  it('stops when its npm process has ended', async () => {
    const shell = ['-c', '"$@" & wait', 'sh', process.execPath, join(root, 'infra/local/start.ts')];
    const options = ['--json', '--port', String(port), '--state', join(folder, 'state')];
    const run = launch('/bin/sh', [...shell, ...options], { ...process.env, npm_lifecycle_event: 'start' });
    runs.push(run);
    await eventually(() => run.stderr.includes('building'));

    run.process.kill('SIGTERM');

    // The pipes close only when the service, which has them too, has ended.
    await run.exited;
    expect(run.stderr).toContain('npm has gone: stopping');
    expect(await children()).toBe('');
  });

  it('can be stopped before it is ready', async () => {
    const run = start();
    await eventually(() => run.stderr.includes('building'));

    run.process.kill('SIGINT');

    expect(await run.exited).toBe(0);
    expect(run.stdout).toBe('');
    expect(await children()).toBe('');
  });

  it('names a port in use in one sentence', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

    const run = start();

    expect(await run.exited).toBe(1);
    expect(run.stderr.trim()).toBe(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
    expect(run.stdout).toBe('');
    await new Promise((resolve) => server.close(resolve));
  });

  it('reports missing Java in one sentence', async () => {
    const run = start(['--json'], { PATH: folder });

    expect(await run.exited).toBe(1);
    expect(run.stderr.trim()).toMatch(/^Java 17 or newer is needed to run DynamoDB Local: [^\n]*\.$/);
  });
});

describe('npm run reset', () => {
  it('deletes the state', async () => {
    const wiping = script('reset.ts', ['--state', join(folder, 'state')]);

    expect(await wiping.exited).toBe(0);
    await expect(stat(join(folder, 'state'))).rejects.toThrow('ENOENT');
  });
});
