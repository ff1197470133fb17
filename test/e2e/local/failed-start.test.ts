import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LocalService } from '../../support/service/local-service.ts';
import { waitUntilGone } from '../../support/service/processes.ts';

it('a service that is not ready in time is ended, and leaves no process', async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-failed-start-'));

  await expect(LocalService.start({ stateDirectory, patience: 2_000 })).rejects.toThrow('the service is ready');

  await waitUntilGone([], stateDirectory, 60_000);
  await rm(stateDirectory, { recursive: true, force: true });
});
