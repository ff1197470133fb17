import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { LocalProvider } from '../../../infra/local/people/local-provider.ts';
import { localOidc } from '../../../infra/local/people/people.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { removeSandboxes, service as serviceOfWorker, useService } from '../../support/service/owners.ts';
import { waitUntilGone } from '../../support/service/processes.ts';

/** A service whose people sign in at a provider that the test controls. */
export interface PeopleService {
  readonly service: LocalService;
  /** The provider. It can be stopped and started again at the same address, and its keys rotated. */
  readonly provider: LocalProvider;
  readonly stopProvider: () => Promise<void>;
  readonly startProvider: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * How long the service can take to start, in milliseconds: less than a hook can take, so that a start that takes too
 * long ends what it has started.
 */
const PATIENCE = 180_000;

/** Starts both. The tests of this file use this service instead of that of their worker until it is stopped. */
export async function startPeopleService(): Promise<PeopleService> {
  const before = serviceOfWorker();
  const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-people-'));
  const folder = join(stateDirectory, 'people');
  const begin = (port: number) => LocalProvider.start({ port, folder, log: () => undefined });
  let provider = await begin(0);
  const { issuer } = provider;
  const settings = { oidc: JSON.stringify(localOidc(issuer)) };
  const service = await LocalService.start({ stateDirectory, settings, patience: PATIENCE }).catch(async (error) => {
    await provider.stop();
    await waitUntilGone([], stateDirectory);
    await rm(stateDirectory, { recursive: true, force: true });
    throw error;
  });
  const { baseUrl, apiKey, sandboxUrl, consoleUrl } = service;
  useService({ baseUrl, apiKey, sandboxUrl, consoleUrl, keysOption: ['--state', stateDirectory], stateDirectory });
  return {
    service,
    get provider() {
      return provider;
    },
    stopProvider: () => provider.stop(),
    startProvider: async () => {
      provider = await begin(Number(new URL(issuer).port));
    },
    stop: async () => {
      // Nothing could remove them from a service that has ended.
      await removeSandboxes();
      useService(before);
      const family = await service.processes();
      await service.interrupt();
      await provider.stop();
      await waitUntilGone(family, stateDirectory);
      await rm(stateDirectory, { recursive: true, force: true });
    },
  };
}

/** Runs the service for the tests of a suite. */
export function suiteService(): { readonly current: PeopleService } {
  let people: PeopleService | undefined;
  beforeAll(async () => {
    people = await startPeopleService();
  });
  afterAll(() => people?.stop());
  return {
    get current() {
      if (!people) throw new Error('the service has not started');
      return people;
    },
  };
}
