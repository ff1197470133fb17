import { beforeEach, describe, expect, it } from 'vitest';
import { OwnSpecRequest } from '../../../../../shared/contract/shapes/own-spec.ts';
import { pricesOf } from '../../../../../shared/domain/billing/usage/prices.ts';
import { newSandbox } from '../../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import {
  type ChangeDeps,
  changeSpec,
  checkAgain,
  createSpec,
  removeSpec,
} from '../../../../../shared/domain/sandboxes/own-specs/change-own-specs.ts';
import { DynamoOwnSpecs } from '../../../../../shared/domain/sandboxes/own-specs/dynamo-own-specs.ts';
import { offeredSpec } from '../../../../../shared/domain/sandboxes/own-specs/offered-spec.ts';
import { familyOf } from '../../../../../shared/domain/sandboxes/own-specs/own-spec.ts';
import { ownSpecView } from '../../../../../shared/domain/sandboxes/own-specs/own-spec-view.ts';
import { DefinitionRefusedError } from '../../../../../shared/domain/sandboxes/own-specs/task-definitions.ts';
import { type TendDeps, tendSpec } from '../../../../../shared/domain/sandboxes/own-specs/tend-spec.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aCaller } from '../../../../support/http/a-caller.ts';
import { stageOf } from '../../../../support/sandboxes/sandbox-data.ts';
import { Tenant } from '../../../../support/sandboxes/tenant.ts';
import { Crash, through } from '../../../../support/sandboxes/world/processes.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const store = new DynamoOwnSpecs(tables.documents, tables);
const rules = { registries: ['localhost'], most: 3, admins_only: false, ports: [[1024, 65_535] as [number, number]] };

let tenant: Tenant;
let definitions: Map<string, 'ACTIVE' | 'INACTIVE'>;
/** What happens to the sandbox of a check when its worker waits. */
let onWait: (sandbox: Sandbox) => Partial<Sandbox>;

beforeEach(() => {
  tenant = new Tenant(tables, 10);
  definitions = new Map();
  onWait = () => ({ phase: 'RUNNING', agent_url: 'http://127.0.0.1:1' });
});

const caller = () => ({ ...aCaller, ownerId: tenant.ownerId });

const changing = (): ChangeDeps => ({
  ownSpecs: store,
  rules,
  check: async () => undefined,
  now: tenant.clock.now,
});

function tending(overrides: Partial<TendDeps> = {}): TendDeps {
  const { sandboxes, budgets } = tenant.deps();
  return {
    ownSpecs: store,
    sandboxes,
    budgets,
    definitions: {
      register: async (family) => void definitions.set(family, 'ACTIVE'),
      deregister: async (family) => void definitions.set(family, 'INACTIVE'),
    },
    keys: { sessionKey: async () => 'key' },
    verify: async () => ({ version: '1.58.2' }),
    lastLines: async () => [],
    stageLimits: stageOf(10),
    now: tenant.clock.now,
    pause: async () => {
      const spec = await store.find(tenant.ownerId, 'own.mine');
      const previous = await sandboxes.find(tenant.ownerId, spec?.check.id ?? '');
      if (previous) await sandboxes.save([{ previous, next: changed(previous, tenant.clock.now(), onWait(previous)) }]);
    },
    ...overrides,
  };
}

const until = () => new Date(tenant.clock.now().getTime() + 60_000);
const tend = (key = 'own.mine', overrides: Partial<TendDeps> = {}) =>
  tendSpec(tenant.ownerId, key, tending(overrides), until());

const create = (name = 'mine', by = caller()) =>
  createSpec(
    by,
    OwnSpecRequest.parse({ name, image: 'localhost/agent:1', vcpu: 0.25, memory_gb: 0.5 }),
    async () => [],
    changing(),
  );

const sandboxOf = (id: string) => tenant.sandboxes.find(tenant.ownerId, id);

describe('a spec of an owner', () => {
  it('is registered, started once, verified and offered, and then leaves no sandbox and no work', async () => {
    const made = await create();

    await tend();

    const spec = await store.require(tenant.ownerId, 'own.mine');
    expect(spec).toMatchObject({ check: { state: 'PASSED', agent_version: '1.58.2' }, offered: { version: 1 } });
    expect(spec.due_at).toBeUndefined();
    expect([...definitions]).toEqual([[familyOf(made, 1), 'ACTIVE']]);
    const checked = await sandboxOf(made.check.id);
    expect(checked).toMatchObject({ desired: 'DELETED', spec_id: 'own.mine', own_version: { version: 1 } });
    expect(await store.due(until(), 10)).not.toContainEqual(expect.objectContaining({ owner_id: tenant.ownerId }));
  });

  it('goes on where a worker died, with the same sandbox', async () => {
    const made = await create();
    const crash = async () => Promise.reject(new Error('the worker died'));
    await expect(tend('own.mine', { pause: crash })).rejects.toThrow('died');
    expect(await sandboxOf(made.check.id)).toMatchObject({ desired: 'RUNNING' });
    // Another worker waits for the lease.
    await tend();
    expect((await store.require(tenant.ownerId, 'own.mine')).check.state).toBe('PENDING');
    const [due] = await store.due(new Date(tenant.clock.now().getTime() + 10 * 60_000), 10);
    expect(due).toMatchObject({ spec_id: 'own.mine' });

    tenant.clock.advance(7 * 60);
    await tend();

    expect((await store.require(tenant.ownerId, 'own.mine')).check.state).toBe('PASSED');
    expect((await tenant.counts()).recorded.owner).toBe(0);
  });

  it('fails with the reason of a limit, of ECS, and of a sandbox that its owner paused', async () => {
    const reasonOf = async () => (await store.require(tenant.ownerId, 'own.mine')).check.reason?.code;
    await create();
    await tend('own.mine', { stageLimits: stageOf(0) });
    expect(await reasonOf()).toBe('limit_reached');

    onWait = () => ({ desired: 'PAUSED' });
    await checkAgain(caller(), 'own.mine', changing());
    await tend();
    expect(await reasonOf()).toBe('check_interrupted');

    await changeSpec(caller(), 'own.mine', { idle_minutes: 5 }, changing());
    const refuse = async () => Promise.reject(new DefinitionRefusedError('No Fargate configuration exists.'));
    await tend('own.mine', { definitions: { register: refuse, deregister: refuse } });
    expect(await reasonOf()).toBe('spec_invalid');
    await expect(offeredSpec(tenant.ownerId, 'own.mine', { ownSpecs: store })).rejects.toThrow('No Fargate');
  });

  it('is checked by one worker at a time', async () => {
    await create();
    await tend('own.mine', { pause: async () => checking() });
    async function checking() {
      await expect(checkAgain(caller(), 'own.mine', changing())).rejects.toThrow('under way');
      await tending().pause(0);
    }

    expect((await store.require(tenant.ownerId, 'own.mine')).check.state).toBe('PASSED');
  });

  it('is of the person who made it, and each check of the person who asked for it', async () => {
    const by = (id: string) => ({ ...caller(), person: { id, role: 'member' as const, name: null, email: null } });
    const made = await create('mine', by('ann'));
    await tend();
    const changed = await changeSpec(by('bob'), 'own.mine', { idle_minutes: 5 }, changing());
    await tend();
    const again = await checkAgain(caller(), 'own.mine', changing());
    await tend();

    const view = ownSpecView(again, pricesOf('us-east-1').tables, tenant.clock.now());
    expect(view.created_by_user_id).toBe('ann');
    const checks = await Promise.all([made, changed, again].map(({ check }) => sandboxOf(check.id)));
    expect(checks.map((sandbox) => sandbox?.created_by)).toEqual(['ann', 'bob', undefined]);
  });

  it('keeps a task definition until no sandbox can start from it', async () => {
    const made = await create();
    await tend();
    const spec = await offeredSpec(tenant.ownerId, 'own.mine', { ownSpecs: store });
    if (!spec) throw new Error('the spec is not offered');
    const next = {
      ...newSandbox(tenant.ownerId, 'a'.repeat(32), spec, tenant.clock.now()),
      desired: 'PAUSED' as const,
    };
    const paused: Sandbox = { ...next, phase: 'PAUSED' };
    await tenant.sandboxes.save([{ previous: null, next: paused }]);
    await removeSpec(tenant.ownerId, 'own.mine', changing());
    const key = `#retired/${familyOf(made, 1)}`;

    await tend(key);
    expect(definitions.get(familyOf(made, 1))).toBe('ACTIVE');
    expect(await store.findRetired(tenant.ownerId, key)).toBeDefined();

    const gone = changed(paused, tenant.clock.now(), { desired: 'DELETED', phase: 'DELETING' });
    await tenant.sandboxes.save([{ previous: paused, next: gone }]);
    tenant.clock.advance(2 * 60 * 60);
    await tend(key);
    expect(definitions.get(familyOf(made, 1))).toBe('INACTIVE');
    expect(await store.findRetired(tenant.ownerId, key)).toBeUndefined();
  });

  it('ends the sandbox of a check that a change or a deletion overtook', async () => {
    const made = await create();
    const crash = async () => Promise.reject(new Error('the worker died'));
    await expect(tend('own.mine', { pause: crash })).rejects.toThrow('died');
    await removeSpec(tenant.ownerId, 'own.mine', changing());

    await tend(`#retired/${familyOf(made, 1)}`);

    expect(await sandboxOf(made.check.id)).toMatchObject({ desired: 'DELETED' });
    expect((await tenant.counts()).recorded.owner).toBe(0);
  });

  it('starts nothing for a definition that changed while its worker was about to', async () => {
    const made = await create();
    const change = () => changeSpec(caller(), 'own.mine', { idle_minutes: 7 }, changing());
    await tend('own.mine', {
      definitions: { register: async () => void (await change()), deregister: async () => undefined },
    });

    expect(await sandboxOf(made.check.id)).toBeUndefined();
    expect(await store.require(tenant.ownerId, 'own.mine')).toMatchObject({ version: 2, registered: false });
  });
});

describe('100 concurrent creates', () => {
  it('make as many specs as an owner can have, and count them', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `spec-${index}`);

    const outcomes = await Promise.allSettled(names.map((name) => create(name)));

    const made = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(3);
    expect(await store.list(tenant.ownerId)).toHaveLength(made.length);
    // Where conflicts of transactions were all that refused some, there is room left.
    for (let left = 3 - made.length; left > 0; left -= 1) await create(`late-${left}`);
    await expect(create('one-more')).rejects.toThrow('at most 3');
    await removeSpec(tenant.ownerId, (await store.list(tenant.ownerId))[0]?.spec_id ?? '', changing());
    await create('one-more');
  });
});

it('is found by its owner alone', async () => {
  await create();
  const stranger = new Tenant(tables, 10).ownerId;

  await expect(store.require(stranger, 'own.mine')).rejects.toThrow('not found');
  expect(await store.list(stranger)).toEqual([]);
  expect(await offeredSpec(stranger, 'own.mine', { ownSpecs: store })).toBeUndefined();
  // Rows that are no specs are none by any id.
  expect(await store.find(tenant.ownerId, '#count')).toBeUndefined();
});

/** A check makes more calls than this, of which the last ones only end its sandbox. */
const CALLS = Array.from({ length: 10 }, (_, index) => index + 1);

describe('a worker that dies', () => {
  it.each(CALLS.flatMap((nth) => (['before', 'after'] as const).map((when) => [when, nth] as const)))(
    '%s its call %i leaves a check that the next one ends',
    async (when, nth) => {
      const made = await create();
      let left = nth;
      const around = async <T>(call: () => Promise<T>): Promise<T> => {
        left -= 1;
        if (left < 0 || (left === 0 && when === 'before')) throw new Crash();
        const result = await call();
        if (left === 0) throw new Crash();
        return result;
      };
      const { ownSpecs, sandboxes, definitions: registry } = tending();
      const dying = {
        // Parts are made without a call.
        ownSpecs: through(around, ownSpecs, ['unchanged', 'retired']),
        sandboxes: through(around, sandboxes),
        definitions: through(around, registry),
      };
      await expect(tend('own.mine', dying)).rejects.toThrow();

      tenant.clock.advance(7 * 60);
      await tend();

      const spec = await store.require(tenant.ownerId, 'own.mine');
      expect(spec).toMatchObject({ check: { id: made.check.id, state: 'PASSED' }, offered: { version: 1 } });
      expect(spec.due_at).toBeUndefined();
      expect(await sandboxOf(made.check.id)).toMatchObject({ desired: 'DELETED' });
      expect(definitions.size).toBe(1);
      expect((await tenant.counts()).recorded.owner).toBe(0);
    },
  );
});
