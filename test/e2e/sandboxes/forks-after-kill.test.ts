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
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { canary } from '../../support/service/secrets-of-run.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-forks-'));
const port = await freePort();
/** Time limit for starts whose workers died, in milliseconds. */
const TAKEN_OVER = 150_000;
const COPIES = 3;

const PREBUILDS = '/api/v1/prebuilds';
const SNAPSHOTS = '/api/v1/snapshots';
const git = await gitServer();
const TOKEN = canary('a git token');

let service: LocalService | undefined;

afterAll(async () => {
  await service?.interrupt();
  await waitUntilGone([], stateDirectory);
  await rm(stateDirectory, { recursive: true, force: true });
});

async function start(): Promise<{ service: LocalService; api: Api }> {
  service = await LocalService.start({ stateDirectory, port });
  return running();
}

function running(): { service: LocalService; api: Api } {
  if (!service) throw new Error('The service does not run.');
  return { service, api: Api.withKey(service.baseUrl, service.apiKey) };
}

const path = (id: string, action = '') => `/api/v1/sandboxes/${id}${action}`;

/** Each step continues from the previous one. */
describe('forks of a sandbox while the service is killed', () => {
  let source: string;
  let content: string;
  let forks: readonly string[] = [];
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
    forks = ids;
  }, 400_000);

  it('leaves a build and the deletion of a snapshot that forks begin from to the next service', async () => {
    const first = running();
    git.password = TOKEN;
    git.addRepository('acme/site', { '.openhands/setup.sh': 'sleep 10\ntouch prepared\n' });
    await giveTokens(first, git, TOKEN, ['github']);
    // Room for more.
    for (const id of forks) await first.api.delete(path(id));
    const { body: snapshot } = await first.api.post(path(source, '/snapshots'), { name: 'a copy' });
    await eventually('the copy is complete', async () => {
      const { body } = await first.api.get(`${SNAPSHOTS}/${snapshot.id}`);
      return body.state === 'READY' ? true : undefined;
    });
    const { body: prebuild } = await first.api.post(PREBUILDS, { repository: 'acme/site', refresh: 'never' });
    await eventually('the build has begun', async () => {
      const { body } = await first.api.get(`${PREBUILDS}/${prebuild.id}`);
      return body.build === null ? undefined : true;
    });
    const starts = [1, 2].map(() => first.api.post('/api/v1/sandboxes', { snapshot_id: snapshot.id }));
    const ids: string[] = (await Promise.all(starts)).map(({ body }) => body.id);
    // The response may never come.
    const asked = first.api.delete(`${SNAPSHOTS}/${snapshot.id}`).catch(() => undefined);
    await first.service.kill();
    await asked;

    const { api } = await start();
    await eventually('the snapshot is hidden', async () => {
      const { status } = await api.delete(`${SNAPSHOTS}/${snapshot.id}`);
      return status === 404 ? true : undefined;
    });
    await withSweeps(stateDirectory, Promise.all(ids.map((id) => waitForSandbox(api, id, 'RUNNING', TAKEN_OVER))));
    for (const id of ids) expect(await foundInWorkspace(stateDirectory, id)).toBe(content);
    const built = eventually(
      'the build ends',
      async () => {
        const { body } = await api.get(`${PREBUILDS}/${prebuild.id}`);
        if (body.build !== null) throw new Error(`the prebuild is ${JSON.stringify(body)}`);
        return body;
      },
      TAKEN_OVER,
    );
    expect(await withSweeps(stateDirectory, built)).toMatchObject({ state: 'READY', failure: null });

    for (const id of ids) await api.delete(path(id));
    const deleted = eventually(
      'its data is deleted once nothing begins from it',
      async () => {
        const { body } = await api.get(`/api/v1/snapshot-deletions/${snapshot.id}`);
        if (!body.completed_at) throw new Error(`its receipt is ${JSON.stringify(body)}`);
        return true;
      },
      TAKEN_OVER,
    );
    await withSweeps(stateDirectory, deleted);
  }, 500_000);
});
