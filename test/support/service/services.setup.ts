import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { announceRun, assertNothingDenied, removeEvidence } from '../../e2e/support/evidence.ts';
import { freePort } from '../../e2e/support/local-service.ts';
import { keepingLog } from '../../e2e/support/secrets-of-run.ts';
import type { ServiceAddress } from '../../e2e/support/service.ts';
import { workers } from '../workers.ts';

interface Hosted {
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly stateDirectory: string;
}

const SHOWN = 4_000;

let hosted: readonly Hosted[] = [];

/** Starts a service in one process for each worker: what one file does to its service reaches no other file. */
export async function setup(project: TestProject): Promise<void> {
  hosted = await Promise.all(Array.from({ length: workers }, host));
  await announceRun(hosted.map(({ stateDirectory }) => stateDirectory));
  project.provide('services', await Promise.all(hosted.map(addressOf)));
}

/** @throws when a function was denied what it asked for. */
export async function teardown(): Promise<void> {
  await Promise.all(hosted.map(stop));
  await removeEvidence();
  for (const { log } of hosted) assertNothingDenied(log());
}

async function host(): Promise<Hosted> {
  const [stateDirectory, port] = await Promise.all([mkdtemp(join(tmpdir(), 'service-')), freePort()]);
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
  return { child, stateDirectory, log: () => log };
}

/** @throws with the end of its log when the service ends before it serves. */
async function addressOf({ child, stateDirectory, log }: Hosted): Promise<ServiceAddress> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the service ended: ${log().slice(-SHOWN)}`)));
  const [{ baseUrl, apiKey }] = await Promise.race([once(child, 'message'), ended]);
  // It ends with the run.
  ended.catch(() => undefined);
  return { baseUrl, apiKey, keysOption: ['--state', stateDirectory], stateDirectory };
}

async function stop({ child, stateDirectory }: Hosted): Promise<void> {
  if (child.exitCode === null && child.connected) {
    child.disconnect();
    await once(child, 'exit');
  }
  await rm(stateDirectory, { recursive: true, force: true });
}
