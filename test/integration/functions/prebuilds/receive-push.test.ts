import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPrebuild } from '../../../../functions/prebuilds/create-prebuild.ts';
import { deletePrebuild } from '../../../../functions/prebuilds/delete-prebuild.ts';
import { getPrebuild } from '../../../../functions/prebuilds/get-prebuild.ts';
import { listPrebuilds } from '../../../../functions/prebuilds/list-prebuilds.ts';
import { receivePush } from '../../../../functions/prebuilds/receive-push.ts';
import { requestPrebuildBuild } from '../../../../functions/prebuilds/request-prebuild-build.ts';
import { rotatePrebuildSecret } from '../../../../functions/prebuilds/rotate-prebuild-secret.ts';
import { updatePrebuild } from '../../../../functions/prebuilds/update-prebuild.ts';
import { DynamoOwnerStore } from '../../../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { DynamoSuspensions } from '../../../../shared/domain/billing/budgets/dynamo-suspensions.ts';
import { DynamoPrebuilds } from '../../../../shared/domain/prebuilds/dynamo-prebuilds.ts';
import { changedPrebuild } from '../../../../shared/domain/prebuilds/prebuild.ts';
import { DynamoOwnSpecs } from '../../../../shared/domain/sandboxes/own-specs/dynamo-own-specs.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryVault } from '../../../support/platform/memory-vault.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { someSpecs } from '../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const suspensions = new DynamoSuspensions(tables.documents, tables);

function aService() {
  const clock = new SettableClock();
  const prebuilds = new DynamoPrebuilds(tables.documents, tables, clock.now);
  const worked: string[] = [];
  const deps = {
    prebuilds,
    vault: new MemoryVault(),
    specs: someSpecs(),
    ownSpecs: new DynamoOwnSpecs(tables.documents, tables),
    baseUrl: 'https://api.example.com',
    now: clock.now,
    work: async (_owner: string, id: string) => void worked.push(id),
    unlessSuspended: (ownerId: string) => suspensions.unlessSuspended(ownerId),
  };
  const caller = { ownerId: `owner-${crypto.randomUUID()}` };
  const create = async (body: object) => {
    const { status, body: made } = await invoke(createPrebuild, deps, { body, caller });
    expect(status).toBe(201);
    return made;
  };
  const at = (prebuild_id: string) => ({ params: { prebuild_id }, caller });
  /** As if a build had just ended. */
  const built = async (id: string) => {
    const previous = await prebuilds.require(caller.ownerId, id);
    await prebuilds.save({
      previous,
      next: changedPrebuild(previous, clock.now(), { requested: null, state: 'READY' }),
    });
    worked.length = 0;
  };
  return { deps, caller, create, at, built, worked, clock };
}

const push = (ref: string) => JSON.stringify({ ref, repository: { full_name: 'acme/site', default_branch: 'main' } });
const signed = (secret: string, body: string) => ({
  'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

describe('a push', () => {
  const send = (service: ReturnType<typeof aService>, id: string, body: string, headers: Record<string, string>) =>
    invoke(receivePush, service.deps, {
      params: { prebuild_id: id },
      rawBody: body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  it('asks for one build, however often it is sent before the build begins', async () => {
    const service = aService();
    const { id, hook_secret: secret } = await service.create({ repository: 'acme/site', refresh: 'push' });
    await service.built(id);
    const body = push('refs/heads/main');
    const answers = await Promise.all([1, 2, 3].map(() => send(service, id, body, signed(secret, body))));

    expect(answers.map(({ status, body: answer }) => [status, answer])).toEqual(
      Array(3).fill([202, { build: 'requested' }]),
    );
    expect(await service.deps.prebuilds.find(service.caller.ownerId, id)).toMatchObject({
      requested: { cause: 'push' },
      version: 3,
    });
    expect(new Set(service.worked)).toEqual(new Set([id]));
  });

  it('to another branch asks for none', async () => {
    const service = aService();
    const { id, hook_secret: secret } = await service.create({ repository: 'acme/site', refresh: 'push' });
    await service.built(id);
    const body = push('refs/heads/next');
    const { status, body: answer } = await send(service, id, body, signed(secret, body));

    expect([status, answer]).toEqual([202, { build: 'none' }]);
    expect(service.worked).toEqual([]);
  });

  it('is refused without the secret, with an earlier one, and for a body that was not signed', async () => {
    const service = aService();
    const { id, hook_secret: first } = await service.create({ repository: 'acme/site', refresh: 'push' });
    const { body: rotated } = await invoke(rotatePrebuildSecret, service.deps, service.at(id));
    await service.built(id);
    const body = push('refs/heads/main');
    const refused: readonly Record<string, string>[] = [
      {},
      signed(first, body),
      signed(rotated.hook_secret, `${body} `),
      { 'X-Gitlab-Token': first },
    ];
    for (const headers of refused)
      expect((await send(service, id, body, headers)).body).toMatchObject({ status: 403, code: 'forbidden' });

    expect(service.worked).toEqual([]);
    expect((await send(service, id, body, signed(rotated.hook_secret, body))).status).toBe(202);
  });

  it('reads like a push to a prebuild that never existed, if its prebuild takes none or was deleted', async () => {
    const service = aService();
    const daily = await service.create({ repository: 'acme/site', refresh: 'daily' });
    const deleted = await service.create({ repository: 'acme/site', branch: 'main', refresh: 'push' });
    await invoke(deletePrebuild, service.deps, service.at(deleted.id));
    const body = push('refs/heads/main');
    const answers = await Promise.all(
      [daily.id, deleted.id, '0'.repeat(32)].map((id) =>
        send(service, id, body, signed(deleted.hook_secret, body)).then((answer) => ({
          status: answer.status,
          detail: answer.body.detail.replace(id, 'ID'),
        })),
      ),
    );

    expect(daily.hook_secret).toBeNull();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it('is refused if it is a form or too large', async () => {
    const service = aService();
    const { id } = await service.create({ repository: 'acme/site', refresh: 'push' });

    expect((await send(service, id, 'payload=1', { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(
      415,
    );
    expect((await send(service, id, `"${'x'.repeat(1024 * 1024)}"`, {})).status).toBe(413);
  });
});

describe('the endpoints of prebuilds', () => {
  it('create, list, read, change, build and delete one', async () => {
    const service = aService();
    const made = await service.create({ repository: 'acme/site', branch: 'next', refresh: 'push' });
    const { hook_secret: secret, ...rest } = made;
    expect(rest).toMatchObject({
      repository: 'acme/site',
      branch: 'next',
      sandbox_spec_id: 'reference',
      state: 'BUILDING',
      build: { cause: 'created', sandbox_id: null },
      current: null,
      hook_url: `https://api.example.com/api/v1/prebuild-hooks/${made.id}`,
    });
    expect(secret).toMatch(/^[\w-]{43}$/);
    await service.built(made.id);
    const { body: changed } = await invoke(updatePrebuild, service.deps, {
      ...service.at(made.id),
      body: { refresh: 'daily', setup_on_start: true },
    });
    expect(changed).toMatchObject({ refresh: 'daily', setup_on_start: true, hook_url: null });
    expect(changed.next_build_at).toBe('2026-11-22T12:00:00.000Z');
    const { status, body: asked } = await invoke(requestPrebuildBuild, service.deps, service.at(made.id));
    expect([status, asked.state, asked.build.cause]).toEqual([202, 'BUILDING', 'request']);
    expect((await invoke(listPrebuilds, service.deps, { caller: service.caller })).body.items).toEqual([asked]);
    expect((await invoke(getPrebuild, service.deps, service.at(made.id))).body).toEqual(asked);
    expect((await invoke(deletePrebuild, service.deps, service.at(made.id))).body).toEqual({ success: true });
    expect((await invoke(getPrebuild, service.deps, service.at(made.id))).status).toBe(404);
    expect((await invoke(listPrebuilds, service.deps, { caller: service.caller })).body.items).toEqual([]);
  });

  it('are neither created nor built on request while their owner is suspended', async () => {
    const service = aService();
    const { caller, deps } = service;
    const made = await service.create({ repository: 'acme/site' });
    await service.built(made.id);
    const owners = new DynamoOwnerStore(tables.documents, tables);
    const change = (suspension: { at: string; by: string; reason: string } | null) =>
      owners.change(caller.ownerId, { limits: {}, suspension }, [], { by: 'operator', now: deps.now() });
    await change({ at: '2026-11-29T08:00:00.000Z', by: 'operator', reason: 'Not paid' });

    const body = { repository: 'acme/other' };
    const refused = await invoke(createPrebuild, deps, { body, caller });
    expect([refused.status, refused.body.code]).toEqual([403, 'owner_suspended']);
    expect(refused.body.detail).toContain('Reason: Not paid.');
    const asked = await invoke(requestPrebuildBuild, deps, service.at(made.id));
    expect([asked.status, asked.body.code]).toEqual([403, 'owner_suspended']);
    expect((await invoke(getPrebuild, deps, service.at(made.id))).body.build).toBeNull();

    await change(null);
    expect((await invoke(requestPrebuildBuild, deps, service.at(made.id))).status).toBe(202);
  });

  it('are not created by a request that began before the suspension', async () => {
    const { caller, deps } = aService();
    const owners = new DynamoOwnerStore(tables.documents, tables);
    const suspension = { at: '2026-11-29T08:00:00.000Z', by: 'operator', reason: null };
    const raced = {
      ...deps,
      unlessSuspended: async (ownerId: string) => {
        const part = await deps.unlessSuspended(ownerId);
        await owners.change(ownerId, { limits: {}, suspension }, [], { by: 'operator', now: deps.now() });
        return part;
      },
    };
    const { status, body } = await invoke(createPrebuild, raced, { body: { repository: 'acme/site' }, caller });
    expect([status, body.code]).toEqual([403, 'owner_suspended']);
    expect((await invoke(listPrebuilds, deps, { caller })).body.items).toEqual([]);
  });

  it('refuse an unknown spec, and name those that are offered', async () => {
    const { deps, caller } = aService();
    const body = { repository: 'acme/site', sandbox_spec_id: 'unknown' };
    const { status, body: problem } = await invoke(createPrebuild, deps, { body, caller });

    expect([status, problem.errors[0].loc]).toEqual([422, ['body', 'sandbox_spec_id']]);
    expect(problem.errors[0].msg).toContain('reference');
  });
});
