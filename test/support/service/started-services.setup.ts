import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { commandOf, parentOf, processIds } from '../proc.ts';
import { announceRun, removeEvidence } from './evidence.ts';
import { type EndLauncher, provideServices } from './launcher.ts';
import { LocalService } from './local-service.ts';
import { SERVICES } from './pool.ts';
import { waitUntilGone } from './processes.ts';
import { CANARY, keepCommand } from './secrets-of-run.ts';
import type { ServiceAddress } from './service-address.ts';

const EVERY_MS = 250;

/** A canary in plain text and in base64 at any offset. */
const TRACES = [0, 1, 2].map((shift) => {
  const encoded = Buffer.from(`${'x'.repeat(shift)}${CANARY}`).toString('base64');
  // The characters at both ends depend on the surrounding text.
  return encoded.slice(shift === 0 ? 0 : shift + 1, -4);
});
const TRACE = new RegExp([CANARY, ...TRACES].join('|'));

/** Watches command lines while tests run, because processes with a secret can be short-lived. */
class ProcessWatch {
  private readonly timer: NodeJS.Timeout;
  private readonly found = new Set<string>();

  constructor() {
    this.timer = setInterval(() => this.look(), EVERY_MS);
    this.timer.unref();
  }

  end(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const pid of processIds()) {
      const command = commandOf(pid);
      if (!TRACE.test(command) || this.found.has(command) || !descendsFromHere(pid)) continue;
      this.found.add(command);
      keepCommand(command);
    }
  }
}

function descendsFromHere(pid: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at) ?? 0) if (at === process.pid) return true;
  return false;
}

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
