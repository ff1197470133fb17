import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { waitForSandbox } from './support/conversations.ts';
import { LocalService } from './support/local-service.ts';
import { waitUntilGone } from './support/processes.ts';
import { processesOf, startSandbox } from './support/sandboxes.ts';

it('leaves nothing running when Ctrl-C comes twice', async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-force-'));
  const service = await LocalService.start({ stateDirectory });
  const api = Api.withKey(service.baseUrl, service.apiKey);
  const sandboxes = await Promise.all([startSandbox(api), startSandbox(api), startSandbox(api)]);
  await Promise.all(sandboxes.map(({ id }) => waitForSandbox(api, id, 'RUNNING')));
  const family = await service.processes();
  expect(await processesOf(sandboxes[0].id)).toHaveLength(1);

  await service.interruptTwice();

  await waitUntilGone(family, stateDirectory);
  await rm(stateDirectory, { recursive: true, force: true });
});
