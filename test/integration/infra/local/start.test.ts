import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { eventually } from './eventually.ts';

const root = join(import.meta.dirname, '../../../..');

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

function launch(program: string, args: readonly string[], environment: NodeJS.ProcessEnv): Run {
  const child = spawn(program, args, { cwd: root, env: environment });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const run: Run = { process: child, stdout: '', stderr: '', exited };
  child.stdout.on('data', (chunk) => {
    run.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    run.stderr += chunk;
  });
  runs.push(run);
  return run;
}

/** The command line of the service, with its state in the folder of this test. */
function service(): readonly string[] {
  const program = join(root, 'infra/local/start.ts');
  return [program, '--json', '--port', String(port), '--state', join(folder, 'state')];
}

/** The child processes of the service, without the service itself. */
async function children(): Promise<string> {
  const listing = spawn('ps', ['-eo', 'args']);
  let text = '';
  for await (const chunk of listing.stdout) text += chunk;
  return text
    .split('\n')
    .filter((line) => line.includes(folder) && !line.includes('start.ts'))
    .join('\n');
}

describe('npm start that is not ready yet', () => {
  it('stops when its npm process has ended', async () => {
    const shell = ['-c', '"$@" & wait', 'sh', process.execPath, ...service()];
    const run = launch('/bin/sh', shell, { ...process.env, npm_lifecycle_event: 'start' });
    await eventually(() => run.stderr.includes('preparing'));

    run.process.kill('SIGTERM');

    // The service inherits the pipes, so they close when it ends.
    await run.exited;
    expect(run.stderr).toContain('npm has ended: stopping');
    expect(await children()).toBe('');
  });

  it('can be stopped before it is ready', async () => {
    const run = launch(process.execPath, service(), process.env);
    await eventually(() => run.stderr.includes('preparing'));

    run.process.kill('SIGINT');

    expect(await run.exited).toBe(0);
    expect(run.stdout).toBe('');
    expect(await children()).toBe('');
  });
});
