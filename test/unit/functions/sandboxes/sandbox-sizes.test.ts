import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { resumeSandbox } from '../../../../functions/sandboxes/resume-sandbox.ts';
import { rotateSessionKey } from '../../../../functions/sandboxes/rotate-session-key.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import { updateSandbox } from '../../../../functions/sandboxes/update-sandbox.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const start = (resources: object) => invoke(startSandbox, deps, { body: { resources } });
const create = (body: object) => invoke(createAppConversation, deps, { body });
const of = ({ sandbox_id }: Sandbox) => ({ params: { sandbox_id } });
const resize = (sandbox: Sandbox, resources: object) =>
  invoke(updateSandbox, { ...deps, keys: someKeys() }, { ...of(sandbox), body: { resources } });
const resume = (sandbox: Sandbox, body: object = {}) => invoke(resumeSandbox, deps, { ...of(sandbox), body });
const row = async ({ sandbox_id: id }: Pick<Sandbox, 'sandbox_id'>) => deps.sandboxes.find('ann', id);

async function add(sandbox: Sandbox): Promise<Sandbox> {
  await deps.sandboxes.save([{ previous: null, next: sandbox }]);
  return sandbox;
}

const paused = (overrides: Partial<Sandbox> = {}) =>
  aSandbox({ phase: 'PAUSED', desired: 'PAUSED', snapshot_id: 'snap-1', ...overrides });

describe('a start with resources', () => {
  it('makes a sandbox of this size', async () => {
    const { status, body } = await start({ cpu: 2, memory_gb: 8, disk_gb: 50 });

    expect([status, body.resources]).toEqual([200, { cpu: 2, memory_gb: 8, disk_gb: 50, requested: null }]);
    expect(await row({ sandbox_id: body.id })).toMatchObject({
      size: { cpu_units: 2048, memory_megabytes: 8192 },
      workspace_gigabytes: 50,
      resize: null,
    });
  });

  it('names the size that is used, and the one that was asked for', async () => {
    const { body } = await start({ cpu: 1.5 });

    expect(body.resources).toEqual({ cpu: 2, memory_gb: 4, disk_gb: 20, requested: { cpu: 1.5, memory_gb: 4 } });
  });

  it('reserves more of a budget for a larger sandbox', async () => {
    const [small, large] = [await start({}), await start({ cpu: 4 })];
    const reserved = async (id: string) => (await row({ sandbox_id: id }))?.reserved_micro_usd ?? 0;

    expect(await reserved(large.body.id)).toBeGreaterThan(2 * (await reserved(small.body.id)));
  });

  it.each([
    [{ cpu: 5 }, 'cpu'],
    [{ memory_gb: 0.5 }, 'memory_gb'],
    [{ disk_gb: 1000 }, 'disk_gb'],
    [{ disk_gb: 20.5 }, 'disk_gb'],
    [{ cpu: 0 }, 'cpu'],
    [{ gpu: 1 }, 'gpu'],
  ])('refuses %j, in both endpoints, and names the field', async (resources, field) => {
    for (const refused of [await start(resources), await create({ resources })]) {
      expect(refused.status).toBe(422);
      expect(badFields(refused)).toEqual([`body.resources.${field}`]);
    }
    expect(deps.sandboxes.rows.size).toBe(0);
  });
});

describe('the start of a conversation with resources', () => {
  it('makes a sandbox of this size, and names it in the response', async () => {
    const { body } = await create({ resources: { cpu: 3 } });

    expect(body.resources).toEqual({ cpu: 4, memory_gb: 8, disk_gb: 20, requested: { cpu: 3, memory_gb: 4 } });
    expect(body.request.resources).toEqual({ cpu: 3 });
    expect(await row({ sandbox_id: body.sandbox_id })).toMatchObject({
      size: { cpu_units: 4096, memory_megabytes: 8192 },
    });
  });

  it('resumes a paused sandbox with this size', async () => {
    const sandbox = await add(paused());
    const { body } = await create({ sandbox_id: sandbox.sandbox_id, resources: { cpu: 2, disk_gb: 30 } });

    expect(body.resources).toMatchObject({ cpu: 2, disk_gb: 30 });
    expect(await row(sandbox)).toMatchObject({ desired: 'RUNNING', workspace_gigabytes: 30, resize: null });
  });

  it('accepts the size of a running sandbox, and refuses another', async () => {
    const { sandbox_id } = await add(aRunningSandbox());
    const same = await create({ sandbox_id, resources: { cpu: 1 } });
    const other = await create({ sandbox_id, resources: { cpu: 2 } });

    expect([same.status, other.status]).toEqual([200, 422]);
    expect(other.body.detail).toContain(`Sandbox ${sandbox_id} already runs with another size.`);
  });
});

describe('a resume with resources', () => {
  it('starts a paused sandbox with this size', async () => {
    const sandbox = await add(paused());
    const { status } = await resume(sandbox, { resources: { memory_gb: 8 } });

    expect(status).toBe(200);
    expect(await row(sandbox)).toMatchObject({ desired: 'RUNNING', size: { memory_megabytes: 8192 }, resize: null });
  });

  it('refuses another size for a running sandbox, whatever a PATCH has asked for', async () => {
    const sandbox = await add(aRunningSandbox());
    await resize(sandbox, { cpu: 2 });
    const [other, own] = [
      await resume(sandbox, { resources: { cpu: 2 } }),
      await resume(sandbox, { resources: { cpu: 1 } }),
    ];

    expect([other.status, own.status]).toEqual([422, 200]);
    expect(badFields(other)).toEqual(['body.resources']);
    expect(await row(sandbox)).toMatchObject({ resize: { size: { cpu_units: 2048 } } });
  });
});

describe('PATCH with resources', () => {
  it('changes nothing that runs, and applies at the next resume', async () => {
    const sandbox = await add(aRunningSandbox());
    const { status, body } = await resize(sandbox, { cpu: 2, disk_gb: 30 });

    expect([status, body.resources.cpu, body.resources.disk_gb]).toEqual([200, 1, 20]);
    expect(body.next_resources).toEqual({ cpu: 2, memory_gb: 4, disk_gb: 30, requested: null });
    await resume(sandbox);
    expect(await row(sandbox)).toMatchObject({ size: { cpu_units: 1024 }, resize: { size: { cpu_units: 2048 } } });
  });

  it('is the size of a paused sandbox once it is resumed, with its reservation', async () => {
    const sandbox = await add(paused());
    await resize(sandbox, { cpu: 4, disk_gb: 30 });
    const before = await row(sandbox);
    await resume(sandbox);
    const after = await row(sandbox);

    expect(before).toMatchObject({ size: { cpu_units: 1024 }, workspace_gigabytes: 20 });
    expect(after).toMatchObject({
      size: { cpu_units: 4096, memory_megabytes: 8192 },
      workspace_gigabytes: 30,
      resize: null,
    });
    expect(after?.reserved_micro_usd).toBeGreaterThan(sandbox.reserved_micro_usd);
  });

  it('keeps what an earlier one has changed, and ends with the current size', async () => {
    const sandbox = await add(paused());
    await resize(sandbox, { cpu: 2 });
    const more = await resize(sandbox, { memory_gb: 6 });
    const back = await resize(sandbox, { cpu: 1, memory_gb: 4 });

    expect(more.body.next_resources).toMatchObject({ cpu: 2, memory_gb: 6 });
    expect(back.body.next_resources).toBeNull();
  });

  it('refuses a smaller workspace, and a sandbox whose spec is no longer offered', async () => {
    const sandbox = await add(paused({ workspace_gigabytes: 40 }));
    const old = await add(paused({ spec_id: 'removed' }));
    const [smaller, unknown] = [await resize(sandbox, { disk_gb: 39 }), await resize(old, { cpu: 2 })];

    expect(badFields(smaller)).toEqual(['body.resources.disk_gb']);
    expect([unknown.status, unknown.body.detail]).toEqual([409, "The sandbox spec 'removed' is no longer offered."]);
  });

  it('stays for the next resume when the session key is rotated, which starts the sandbox again', async () => {
    const sandbox = await add(aRunningSandbox());
    await resize(sandbox, { cpu: 2 });
    await invoke(rotateSessionKey, { ...deps, edge: { leave: async () => undefined } }, of(sandbox));

    expect(await row(sandbox)).toMatchObject({
      wanted_generation: 2,
      size: { cpu_units: 1024 },
      resize: { size: { cpu_units: 2048 } },
    });
  });
});
