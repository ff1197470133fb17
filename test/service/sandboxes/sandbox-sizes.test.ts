import { describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { belongingsOf, foundInWorkspace, leaveInWorkspace } from '../../support/service/belongings.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { runningSandbox } from '../../support/service/sandboxes.ts';

const path = '/api/v1/sandboxes';
const { stateDirectory } = service();
const owner = await newOwner();
const vcpus = async () => (await owner.api.get('/api/v1/limits')).body.vcpus.owner.used;

describe('the size of a sandbox', () => {
  it('is chosen by its start, counts towards the limit, and changes at a resume with its files', async () => {
    const started = await owner.api.post(path, { resources: { cpu: 0.75, memory_gb: 3, disk_gb: 2 } });
    const { id } = started.body;

    expect(started.body.resources).toEqual({
      ...{ cpu: 1, memory_gb: 3, disk_gb: 2 },
      requested: { cpu: 0.75, memory_gb: 3 },
    });
    expect(await vcpus()).toBe(1);
    await runningSandbox(owner.api, id);
    const kept = stateDirectory && (await leaveInWorkspace(stateDirectory, id));
    const resized = await owner.api.send('PATCH', `${path}/${id}`, { body: { resources: { cpu: 2, disk_gb: 4 } } });
    expect(resized.body).toMatchObject({ resources: { cpu: 1 }, next_resources: { cpu: 2, memory_gb: 4, disk_gb: 4 } });

    await owner.api.post(`${path}/${id}/pause`);
    await waitForSandbox(owner.api, id, 'PAUSED');
    expect(await vcpus()).toBe(0);
    await owner.api.post(`${path}/${id}/resume`);
    await runningSandbox(owner.api, id);

    const resumed = (await owner.api.get(`${path}/${id}`)).body;
    expect(resumed).toMatchObject({ resources: { cpu: 2, disk_gb: 4 }, next_resources: null });
    expect(resumed.workspace.size_gib).toBe(4);
    expect(await vcpus()).toBe(2);
    if (!stateDirectory) return;
    expect(await foundInWorkspace(stateDirectory, id)).toBe(kept);
    const { volumes } = await belongingsOf(stateDirectory, id);
    expect(volumes.map(({ size_gib: size }) => size)).toContain(4);
  });

  it('is refused beyond the bounds of the spec, and beyond the limit of the API key', async () => {
    const beyond = await owner.api.post(path, { resources: { cpu: 64 } });
    const { body: key } = await owner.api.post('/api/keys', { limits: { vcpus: 1 } });
    const limited = Api.withKey(service().baseUrl, key.key);

    expectProblem(beyond, 422, 'validation_failed');
    expect(beyond.body.errors[0].loc).toEqual(['body', 'resources', 'cpu']);
    const answers = await Promise.all(
      [1, 2, 3].map(() => limited.post(path, { resources: { cpu: 0.5, memory_gb: 1 } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'concurrency_limit_exceeded',
      limit: { scope: 'key', unit: 'vcpus', limit: 1, used: 1 },
    });
    await Promise.all(answers.flatMap(({ body }) => (body.id ? [owner.api.delete(`${path}/${body.id}`)] : [])));
  });
});
