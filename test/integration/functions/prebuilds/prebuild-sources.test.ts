import { describe, expect, it } from 'vitest';
import { createPrebuild } from '../../../../functions/prebuilds/create-prebuild.ts';
import { deletePrebuild } from '../../../../functions/prebuilds/delete-prebuild.ts';
import { listPrebuilds } from '../../../../functions/prebuilds/list-prebuilds.ts';
import { updatePrebuild } from '../../../../functions/prebuilds/update-prebuild.ts';
import { DynamoSuspensions } from '../../../../shared/domain/billing/budgets/dynamo-suspensions.ts';
import { createPrebuild as create } from '../../../../shared/domain/prebuilds/change-prebuilds.ts';
import { DuplicatePrebuildError, DynamoPrebuilds } from '../../../../shared/domain/prebuilds/dynamo-prebuilds.ts';
import { DynamoOwnSpecs } from '../../../../shared/domain/sandboxes/own-specs/dynamo-own-specs.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryVault } from '../../../support/platform/memory-vault.ts';
import { aDefinition, anOwnSpec } from '../../../support/sandboxes/own-specs.ts';
import { aSpec, someSpecs } from '../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const suspensions = new DynamoSuspensions(tables.documents, tables);

function aService() {
  const caller = { ownerId: `owner-${crypto.randomUUID()}` };
  const deps = {
    prebuilds: new DynamoPrebuilds(tables.documents, tables, systemClock),
    ownSpecs: new DynamoOwnSpecs(tables.documents, tables),
    specs: someSpecs(aSpec(), aSpec({ id: 'other' })),
    vault: new MemoryVault(),
    baseUrl: 'https://api.example.com',
    now: systemClock,
    work: async () => undefined,
    unlessSuspended: (ownerId: string) => suspensions.unlessSuspended(ownerId),
  };
  const post = (body: object) => invoke(createPrebuild, deps, { body, caller });
  const at = (prebuild_id: string) => ({ params: { prebuild_id }, caller });
  const list = async () => (await invoke(listPrebuilds, deps, { caller })).body.items;
  return { caller, deps, post, at, list };
}

const site = { repository: 'acme/site' };

describe('the source of a prebuild', () => {
  it('is that of no other one, which the refusal names', async () => {
    const { post, list } = aService();
    const { body: first } = await post(site);

    for (const body of [site, { repository: 'Acme/Site', refresh: 'daily' }, { ...site, git_provider: 'github' }]) {
      const { status, body: problem } = await post(body);
      expect([status, problem.code, problem.prebuild_id]).toEqual([409, 'conflict', first.id]);
      expect(problem.detail).toContain('Use or change that one, or delete it first.');
    }
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['repository', { repository: 'acme/other' }],
    ['branch', { ...site, branch: 'next' }],
    ['spec', { ...site, sandbox_spec_id: 'other' }],
  ])('is another one with another %s', async (_what, body) => {
    const { post } = aService();
    await post(site);

    expect((await post(body)).status).toBe(201);
  });

  it('can be the repository of the same name at another git provider', async () => {
    const { post } = aService();
    const { body: github } = await post({ ...site, git_provider: 'github' });

    expect((await post({ ...site, git_provider: 'gitlab' })).status).toBe(201);
    // Without a provider, it could be either.
    expect((await post(site)).body.prebuild_id).toBe(github.id);
  });

  it('is free for another owner, and for the same one as soon as the prebuild is deleted', async () => {
    const [one, two] = [aService(), aService()];
    const { body: first } = await one.post(site);

    expect((await two.post(site)).status).toBe(201);
    await invoke(deletePrebuild, one.deps, one.at(first.id));
    expect((await one.post(site)).status).toBe(201);
    expect((await one.post(site)).status).toBe(409);
  });

  it('is taken by one of two requests that both found it free', async () => {
    const { caller, deps } = aService();
    const order = { ...site, git_provider: null, branch: null, spec_id: 'reference', refresh: 'never' as const };
    const whole = { ...order, setup_on_start: false, resources: null };
    const payer = { keyId: 'key000000001', lineages: [] };
    const others = async () => [];
    let winner = '';
    const late = create(
      caller.ownerId,
      whole,
      payer,
      // The other request writes between this one's decision and its transaction.
      async () => {
        winner = (await create(caller.ownerId, whole, payer, others, deps)).row.prebuild_id;
        return [];
      },
      deps,
    );

    await expect(late).rejects.toBeInstanceOf(DuplicatePrebuildError);
    await expect(late).rejects.toMatchObject({ code: 'conflict', extensions: { prebuild_id: winner } });
    expect((await deps.prebuilds.list(caller.ownerId)).map(({ prebuild_id: id }) => id)).toEqual([winner]);
  });

  it('has one prebuild after many requests at once, with or without a git provider', async () => {
    const { post, list } = aService();
    const bodies = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? site : { ...site, git_provider: 'github' }));

    const answers = await Promise.all(bodies.map(post));

    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers.filter((answer) => !made.includes(answer)))
      expect([status, body.code]).toEqual([409, 'conflict']);
    expect(await list()).toHaveLength(made.length);
    if (made.length === 0) expect((await post(site)).status).toBe(201);
  });
});

describe('the spec and size of a prebuild', () => {
  it('can be a spec of the owner whose check has passed', async () => {
    const { caller, deps, post } = aService();
    const spec = anOwnSpec({ owner_id: caller.ownerId });
    await deps.ownSpecs.create(spec, 10, []);
    const body = { ...site, sandbox_spec_id: 'own.mine' };
    const early = await post(body);
    await deps.ownSpecs.change(spec, { ...spec, offered: { version: 1, definition: aDefinition() } });

    expect(early.status).toBe(409);
    expect(early.body.detail).toContain('No sandbox can start from own.mine yet.');
    const { status, body: made } = await post(body);
    expect([status, made.sandbox_spec_id]).toEqual([201, 'own.mine']);
    const { post: postOfStranger } = aService();
    expect(badFields(await postOfStranger(body))).toEqual(['body.sandbox_spec_id']);
  });

  it('is a size that the spec offers', async () => {
    const { post, deps, at } = aService();
    const resources = { cpu: 2, memory_gb: 8, disk_gb: 30 };
    const { body: made } = await post({ ...site, resources });

    expect(made.resources).toEqual(resources);
    const refused = await post({ repository: 'acme/large', resources: { cpu: 1_000 } });
    expect(badFields(refused)).toEqual(['body.resources.cpu']);
    const change = (body: object) => invoke(updatePrebuild, deps, { ...at(made.id), body });
    expect(badFields(await change({ resources: { disk_gb: 100_000 } }))).toEqual(['body.resources.disk_gb']);
    expect((await change({ resources: { cpu: 4 } })).body.resources).toEqual({ cpu: 4 });
    expect((await change({ refresh: 'daily' })).body.resources).toEqual({ cpu: 4 });
    expect((await change({ resources: null })).body.resources).toBeNull();
  });
});
