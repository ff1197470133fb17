import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { Api } from '../../support/service/api.ts';
import { belongingsOf, foundInWorkspace, leaveInWorkspace } from '../../support/service/belongings.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { waitUntilGone } from '../../support/service/processes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-forks-'));
const port = await freePort();
/** Time limit for starts whose workers died, in milliseconds. */
const TAKEN_OVER = 150_000;
const COPIES = 3;

let service: LocalService | undefined;

afterAll(async () => {
  await service?.interrupt();
  await waitUntilGone([], stateDirectory);
  await rm(stateDirectory, { recursive: true, force: true });
});

async function start(): Promise<{ service: LocalService; api: Api }> {
  service = await LocalService.start({ stateDirectory, port });
  return { service, api: Api.withKey(service.baseUrl, service.apiKey) };
}

const path = (id: string, action = '') => `/api/v1/sandboxes/${id}${action}`;

/** Each step continues from the previous one. */
describe('forks of a sandbox while the service is killed', () => {
  let source: string;
  let content: string;
  const key = { headers: { 'Idempotency-Key': 'fork-once' } };
  const fork = (api: Api) => api.send('POST', path(source, '/fork'), { body: { count: COPIES }, ...key });

  it('are all there in the end, once each, with exactly the files of their source', async () => {
    const first = await start();
    ({
      body: { id: source },
    } = await first.api.post('/api/v1/sandboxes'));
    await waitForSandbox(first.api, source, 'RUNNING');
    content = await leaveInWorkspace(stateDirectory, source);

    // The response may never come.
    const asked = fork(first.api).catch(() => undefined);
    await eventually('a copy was accepted', async () => {
      const { body } = await first.api.get('/api/v1/sandboxes/search');
      return body.items.length > 1 ? true : undefined;
    });
    await first.service.kill();
    await asked;

    const { api } = await start();
    const answer = await eventually('the repeated request is answered', async () => {
      const again = await fork(api);
      return again.status === 409 ? undefined : again;
    });
    expect(answer.status).toBe(200);
    const ids: string[] = answer.body.items.map(({ sandbox }: { sandbox: { id: string } }) => sandbox.id);
    await withSweeps(stateDirectory, Promise.all(ids.map((id) => waitForSandbox(api, id, 'RUNNING', TAKEN_OVER))));

    expect(new Set(ids).size).toBe(COPIES);
    const { body } = await api.get('/api/v1/sandboxes/search');
    expect(body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual([source, ...ids].toSorted());
    for (const id of ids) expect(await foundInWorkspace(stateDirectory, id)).toBe(content);
    const disks = await Promise.all(ids.map(async (id) => (await belongingsOf(stateDirectory, id)).volumes.length));
    expect(disks).toEqual(ids.map(() => 1));
  }, 400_000);
});
