import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { announceRun, removeEvidence } from './evidence.ts';
import { type EndLauncher, provideServices } from './launcher.ts';
import { LocalService } from './local-service.ts';
import { SERVICES } from './pool.ts';
import { ProcessWatch } from './process-watch.ts';
import { waitUntilGone } from './processes.ts';
import type { ServiceAddress } from './service-address.ts';

const running: LocalService[] = [];
let stateDirectories: readonly string[] = [];
let watch: ProcessWatch | undefined;
let endLauncher: EndLauncher | undefined;

/** The services of the workers: a running one by BASE_URL, API_KEY and STACK or STATE, otherwise new ones. */
export async function setup(project: TestProject): Promise<void> {
  const { BASE_URL: baseUrl, API_KEY: apiKey, STACK: stack, STATE: state } = process.env;
  if (baseUrl) {
    if (!apiKey || !(stack || state)) throw new Error('BASE_URL needs API_KEY, and STACK or STATE for `npm run keys`');
    await announceRun(state ? [state] : []);
    const keysOption = state ? (['--state', state] as const) : (['--stack', stack ?? ''] as const);
    const sandboxUrl = process.env.SANDBOX_URL ?? null;
    const consoleUrl = process.env.CONSOLE_URL;
    const given: ServiceAddress = {
      baseUrl,
      apiKey,
      sandboxUrl,
      consoleUrl,
      keysOption,
      stateDirectory: state ?? null,
    };
    endLauncher = await provideServices(project, [async () => given]);
    return;
  }
  stateDirectories = await Promise.all(Array.from({ length: SERVICES }, () => mkdtemp(join(tmpdir(), 'e2e-service-'))));
  await announceRun(stateDirectories);
  endLauncher = await provideServices(
    project,
    stateDirectories.map((stateDirectory) => () => launch(stateDirectory)),
  );
}

async function launch(stateDirectory: string): Promise<ServiceAddress> {
  watch ??= new ProcessWatch();
  const service = await LocalService.start({ stateDirectory });
  running.push(service);
  return addressOf(service);
}

function addressOf({ baseUrl, apiKey, sandboxUrl, consoleUrl, stateDirectory }: LocalService): ServiceAddress {
  return { baseUrl, apiKey, sandboxUrl, consoleUrl, keysOption: ['--state', stateDirectory], stateDirectory };
}

/** @throws if Ctrl-C leaves a process behind or IAM denied a call of a function */
export async function teardown(): Promise<void> {
  await endLauncher?.();
  try {
    await Promise.all(running.map(stop));
  } finally {
    watch?.end();
    await Promise.all(stateDirectories.map((folder) => rm(folder, { recursive: true, force: true })));
    await removeEvidence();
  }
}

async function stop(service: LocalService): Promise<void> {
  const family = await service.processes();
  try {
    await service.interrupt();
  } finally {
    await waitUntilGone(family, service.stateDirectory);
  }
}
