import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { announceRun, assertFitsModels, assertNothingDenied, removeEvidence } from './evidence.ts';
import { type EndLauncher, provideServices } from './launcher.ts';
import { freePort } from './local-service.ts';
import { SERVICES } from './pool.ts';
import { keepingLog } from './secrets-of-run.ts';
import type { ServiceAddress } from './service-address.ts';

interface Hosted {
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly stateDirectory: string;
}

const SHOWN = 4_000;

const hosted: Hosted[] = [];
let stateDirectories: readonly string[] = [];
let endLauncher: EndLauncher | undefined;

/** A service in one process for each worker: what one file does to its service reaches no other file. */
export async function setup(project: TestProject): Promise<void> {
  stateDirectories = await Promise.all(Array.from({ length: SERVICES }, () => mkdtemp(join(tmpdir(), 'service-'))));
  await announceRun(stateDirectories);
  endLauncher = await provideServices(
    project,
    stateDirectories.map((stateDirectory) => async () => addressOf(await host(stateDirectory))),
  );
}

/** @throws when a function was denied what it asked for, or sent what does not fit AWS's models. */
export async function teardown(): Promise<void> {
  await endLauncher?.();
  await Promise.all(hosted.map(stop));
  await Promise.all(stateDirectories.map((folder) => rm(folder, { recursive: true, force: true })));
  await removeEvidence();
  for (const { log } of hosted) {
    assertNothingDenied(log());
    assertFitsModels(log());
  }
}

async function host(stateDirectory: string): Promise<Hosted> {
  const port = await freePort();
  const program = join(import.meta.dirname, 'main.ts');
  const child = fork(program, ['--state', stateDirectory, '--port', String(port)], { silent: true });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    const keep = keepingLog();
    stream?.setEncoding('utf8').on('data', (text: string) => {
      keep(text);
      log += text;
    });
  }
  const service = { child, stateDirectory, log: () => log };
  hosted.push(service);
  return service;
}

/** @throws with the end of its log when the service ends before it serves. */
async function addressOf({ child, stateDirectory, log }: Hosted): Promise<ServiceAddress> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the service ended: ${log().slice(-SHOWN)}`)));
  const [{ baseUrl, apiKey, sandboxUrl }] = await Promise.race([once(child, 'message'), ended]);
  // It ends with the run.
  ended.catch(() => undefined);
  return { baseUrl, apiKey, sandboxUrl, keysOption: ['--state', stateDirectory], stateDirectory };
}

async function stop({ child }: Hosted): Promise<void> {
  if (child.exitCode === null && child.connected) {
    child.disconnect();
    await once(child, 'exit');
  }
}
