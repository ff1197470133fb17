import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { announceRun } from './evidence.ts';
import { LocalService } from './local-service.ts';
import { waitUntilGone } from './processes.ts';

/** Where the tests find the service. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How `npm run keys` reaches it: `--state DIR` or `--stack NAME`. */
  readonly keysOption: readonly [string, string];
  /** Null when the service runs elsewhere: what looks into processes and files is left out then. */
  readonly stateDirectory: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceAddress;
  }
}

let local: LocalService | undefined;
let evidence: string | undefined;

/**
 * One service for all files. With BASE_URL and API_KEY it is one that runs already: beside them STACK names a deployed one, or STATE the state directory of one
 * on this machine. Otherwise it is started here by the command that a user types.
 */
export async function setup(project: TestProject): Promise<void> {
  evidence = await mkdtemp(join(tmpdir(), 'e2e-evidence-'));
  const { BASE_URL: baseUrl, API_KEY: apiKey, STACK: stack, STATE: state } = process.env;
  if (baseUrl) {
    if (!apiKey || !(stack || state)) throw new Error('BASE_URL needs API_KEY, and STACK or STATE for `npm run keys`');
    announceRun(evidence, state ?? null);
    const keysOption = state ? (['--state', state] as const) : (['--stack', stack ?? ''] as const);
    project.provide('service', { baseUrl, apiKey, keysOption, stateDirectory: state ?? null });
    return;
  }
  const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-service-'));
  announceRun(evidence, stateDirectory);
  local = await LocalService.start({ stateDirectory });
  const { baseUrl: startedAt, apiKey: givenKey } = local;
  project.provide('service', {
    baseUrl: startedAt,
    apiKey: givenKey,
    keysOption: ['--state', stateDirectory],
    stateDirectory,
  });
}

/** @throws when Ctrl-C leaves a process behind, or a function was denied what it asked for. */
export async function teardown(): Promise<void> {
  try {
    if (local) await stop(local);
  } finally {
    if (evidence !== undefined) await rm(evidence, { recursive: true, force: true });
  }
}

async function stop(running: LocalService): Promise<void> {
  const family = await running.processes();
  try {
    await running.interrupt();
  } finally {
    await waitUntilGone(family, running.stateDirectory, 10_000);
    await rm(running.stateDirectory, { recursive: true, force: true });
  }
}
