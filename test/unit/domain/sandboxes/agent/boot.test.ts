import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BootDeps, boot } from '../../../../../shared/domain/sandboxes/agent/boot.ts';
import { ClaimedEntries } from '../../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import type { EdgeState } from '../../../../../shared/domain/sandboxes/edge/edge-state.ts';
import { EdgeIngress } from '../../../../../shared/domain/sandboxes/ingress/edge-ingress.ts';
import { writeName } from '../../../../../shared/domain/sandboxes/ingress/name.ts';
import { startedBy } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { overriding } from '../../../../support/platform/overriding.ts';
import { aLaunch } from '../../../../support/sandboxes/lifecycle-data.ts';
import { MemoryEdgeRows } from '../../../../support/sandboxes/memory-edge.ts';
import { aSandbox, aTask } from '../../../../support/sandboxes/sandbox-data.ts';
import { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';

let world: SandboxWorld;
beforeEach(() => {
  world = new SandboxWorld(1);
});

/** A sandbox with a running task and a boot lease. */
async function booting(overrides: Partial<Sandbox> = {}): Promise<Sandbox> {
  const sandbox = aSandbox({ key_id: 'k1', ...overrides });
  const initKey = await world.keys.initKey(sandbox);
  const outcome = await world.ecs.run({ launch: aLaunch(), clientToken: 't', startedBy: startedBy(sandbox), initKey });
  if (outcome.kind !== 'accepted') throw new Error('no task');
  world.clock.advance(10);
  world.ecs.tick();
  const lease = '2026-11-21T12:00:30.000Z';
  const row: Sandbox = { ...sandbox, phase: 'BOOTING', task_arn: outcome.task.arn, boot_lease_until: lease };
  await world.sandboxes.save([{ previous: null, next: row }]);
  return row;
}

/** Waits by advancing the clock. `meanwhile` runs during the first wait. */
function deps(meanwhile: () => void | Promise<void> = () => undefined): BootDeps {
  let first = true;
  return {
    ...world.bootDeps(),
    pause: async (milliseconds) => {
      world.clock.advance(milliseconds / 1000);
      if (first) await meanwhile();
      first = false;
    },
  };
}

const wait = ({ owner_id, sandbox_id, generation }: Sandbox, given = deps()) =>
  boot(owner_id, sandbox_id, generation, given);
const read = ({ owner_id, sandbox_id }: Sandbox) => world.sandboxes.find(owner_id, sandbox_id);

describe('boot worker', () => {
  it('gives a dormant agent its keys and marks the sandbox RUNNING with its URLs', async () => {
    const sandbox = await booting();

    await wait(sandbox);

    expect(await read(sandbox)).toMatchObject({
      phase: 'RUNNING',
      boot_lease_until: null,
      running_since: world.clock.now().toISOString(),
      status_reason: null,
      exposed_urls: [{ name: 'AGENT_SERVER', url: sandbox.task_arn }],
    });
    expect(world.agents.sessionKeyOf(sandbox.task_arn ?? '')).toBe(await world.keys.sessionKey(sandbox));
  });

  it('returns whether it marked the sandbox, as another worker can be faster', async () => {
    const sandbox = await booting();

    expect(await wait(sandbox)).toBe(true);
    expect(await wait(sandbox)).toBe(false);
  });

  it('notifies those that wait for the sandbox once it is RUNNING', async () => {
    const sandbox = await booting();
    const told: unknown[] = [];
    const findWaiting = async (...whose: string[]) => {
      return async () => void told.push([...whose, (await read(sandbox))?.phase]);
    };

    await wait(sandbox, { ...deps(), findWaiting });

    expect(told).toEqual([[sandbox.owner_id, sandbox.sandbox_id, 'RUNNING']]);
  });

  it('notifies no one when another worker was faster', async () => {
    const sandbox = await booting();
    const tell = vi.fn(async () => undefined);
    const findWaiting = async () => {
      await world.sandboxes.save([
        { previous: sandbox, next: changed(sandbox, world.clock.now(), { phase: 'ERROR', desired: 'PAUSED' }) },
      ]);
      return tell;
    };
    const given = deps();
    const save = given.sandboxes.save.bind(given.sandboxes);
    // Lets the other write win.
    const late = Object.assign(Object.create(given.sandboxes), {
      save: async (...change: Parameters<typeof save>) => {
        await Promise.resolve();
        return save(...change);
      },
    });

    expect(await wait(sandbox, { ...given, sandboxes: late, findWaiting })).toBe(false);

    expect(tell).not.toHaveBeenCalled();
    expect(await read(sandbox)).toMatchObject({ phase: 'ERROR' });
  });

  it('fails when it cannot notify, so that Lambda retries, but the sandbox is RUNNING', async () => {
    const sandbox = await booting();
    const findWaiting = () => Promise.reject(new Error('throttled'));

    await expect(wait(sandbox, { ...deps(), findWaiting })).rejects.toThrow('throttled');

    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });

  it('records when the agent answered and had its keys', async () => {
    const sandbox = await booting({ step_times: { ACCEPTED: '2026-11-21T12:00:00.000Z' } });
    const { agents } = world.bootDeps();
    const init = async (...given: Parameters<typeof agents.init>) => {
      world.clock.advance(2);
      await agents.init(...given);
    };
    const answeredAt = world.clock.now().toISOString();
    const { health, prepareForPause } = agents;
    const slow = { health: health.bind(agents), prepareForPause: prepareForPause.bind(agents), init };

    await wait(sandbox, { ...deps(), agents: slow });

    const initialisedAt = world.clock.now().toISOString();
    expect((await read(sandbox))?.step_times).toEqual({
      ACCEPTED: '2026-11-21T12:00:00.000Z',
      AGENT_ANSWERED: answeredAt,
      AGENT_INITIALISED: initialisedAt,
      SANDBOX_RUNNING: initialisedAt,
    });
    expect(answeredAt < initialisedAt).toBe(true);
  });

  it('polls soon at first, with pauses of at most a tenth of the elapsed time or a quarter of a second', async () => {
    const sandbox = await booting();
    world.agents.allSilent = true;
    const started = world.clock.now().getTime();
    const pauses: { readonly after: number; readonly milliseconds: number }[] = [];
    const given = deps();
    const pause = async (milliseconds: number) => {
      pauses.push({ after: world.clock.now().getTime() - started, milliseconds });
      await given.pause(milliseconds);
    };

    await wait(sandbox, { ...given, pause });

    expect(pauses.length).toBeGreaterThan(50);
    for (const { after, milliseconds } of pauses)
      expect(milliseconds).toBeLessThanOrEqual(Math.min(250, Math.max(20, after / 10)));
  });

  it('reads the row once a second while it waits, and not at each poll', async () => {
    const sandbox = await booting();
    world.agents.allSilent = true;
    const given = deps();
    const find = vi.spyOn(given.sandboxes, 'find');
    const looks = vi.fn(given.pause);

    await wait(sandbox, { ...given, pause: looks });

    expect(find.mock.calls.length).toBeLessThan(60);
    expect(looks.mock.calls.length).toBeGreaterThan(3 * find.mock.calls.length);
  });

  it('accepts an agent that has its keys already', async () => {
    const sandbox = await booting();
    await wait(sandbox);
    const row = await read(sandbox);
    if (!row) throw new Error('no row');
    await world.sandboxes.save([{ previous: row, next: changed(row, world.clock.now(), { phase: 'BOOTING' }) }]);

    await wait(sandbox);

    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });

  it('gives its keys to a restarted agent, and keeps running_since', async () => {
    const sandbox = await booting({ running_since: '2026-11-21T11:00:00.000Z' });

    await wait(sandbox);

    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING', running_since: '2026-11-21T11:00:00.000Z' });
    // The times of the earlier start are kept.
    expect((await read(sandbox))?.step_times).toEqual(sandbox.step_times);
  });

  it('renews its lease while it waits, so that no other worker takes over', async () => {
    const sandbox = await booting();
    world.agents.allSilent = true;
    const leases: (string | null)[] = [];
    const given = deps();
    const pause = async (milliseconds: number) => {
      const row = await read(sandbox);
      if (row?.boot_lease_until) expect(Date.parse(row.boot_lease_until)).toBeGreaterThan(world.clock.now().getTime());
      if (leases.at(-1) !== row?.boot_lease_until) leases.push(row?.boot_lease_until ?? null);
      await given.pause(milliseconds);
    };

    await wait(sandbox, { ...given, pause });

    expect(leases.length).toBeGreaterThan(3);
  });

  it('waits for a slow agent', async () => {
    const sandbox = await booting();
    world.agents.allSilent = true;

    await wait(
      sandbox,
      deps(() => {
        world.agents.allSilent = false;
      }),
    );

    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });

  it('releases its lease when its time is over, so that another worker continues', async () => {
    const sandbox = await booting();
    world.agents.allSilent = true;

    await wait(sandbox);

    expect(await read(sandbox)).toMatchObject({ phase: 'BOOTING', boot_lease_until: null });
  });

  it('retries an agent that refuses its keys at growing intervals, and logs the reason once', async () => {
    const sandbox = await booting();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    let asked = 0;
    const agents = { ...world.bootDeps().agents, health: async () => ({ kind: 'dormant' as const }) };
    const refusing = {
      ...agents,
      prepareForPause: async () => undefined,
      init: async () => {
        asked += 1;
        throw new Error('401');
      },
    };

    await wait(sandbox, { ...deps(), agents: refusing });

    expect(await read(sandbox)).toMatchObject({ phase: 'BOOTING', boot_lease_until: null });
    expect(asked).toBeLessThan(15);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Partial<Sandbox>]>([
    ['is paused', { desired: 'PAUSED' }],
    ['is deleted', { desired: 'DELETED' }],
    ['has failed', { phase: 'ERROR', desired: 'PAUSED' }],
    ['has started again', { generation: 2, phase: 'PENDING' }],
  ])('does nothing for a sandbox that %s during the boot', async (_, change) => {
    const sandbox = await booting();
    world.agents.allSilent = true;
    const meanwhile = () =>
      world.sandboxes.save([{ previous: sandbox, next: changed(sandbox, world.clock.now(), change) }]);

    await wait(sandbox, deps(meanwhile));

    expect(await read(sandbox)).toMatchObject({ ...change, version: 2 });
  });

  it('does nothing for a sandbox that is gone or of another generation', async () => {
    const sandbox = await booting();

    await wait({ ...sandbox, generation: 2 });
    await wait({ ...sandbox, sandbox_id: 'gone' });

    expect(await read(sandbox)).toEqual(sandbox);
  });

  it('keeps what the reconciler wrote while the worker called the agent', async () => {
    const sandbox = await booting();
    const given = deps();
    let wrote = false;
    const agents = world.bootDeps().agents;
    const health = async (url: string) => {
      const seen = await agents.health(url);
      if (!wrote)
        await world.sandboxes.save([
          { previous: sandbox, next: changed(sandbox, world.clock.now(), { task_version: 7 }) },
        ]);
      wrote = true;
      return seen;
    };
    const racing = {
      health,
      init: (url: string, setup: Parameters<typeof agents.init>[1]) => agents.init(url, setup),
      prepareForPause: async () => undefined,
    };

    await wait(sandbox, { ...given, agents: racing });

    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING', task_version: 7, version: 3 });
  });
});

describe('boot worker on one machine', () => {
  it.each(['PROVISIONING', 'PENDING'])(
    'gives the URLs of the ports that ECS has bound, also after a late event of the task while it was %s',
    async (lastStatus) => {
      const sandbox = await booting();
      const arn = sandbox.task_arn ?? '';
      const keys = { current: async () => ({ number: 1, key: 'k' }), forNames: async () => ({ number: 1, key: 'n' }) };
      const ingress = new EdgeIngress({
        addresses: { of: async () => '3.208.1.2' },
        keys,
        addressTemplate: 'http://127.0.0.1:9000/{label}',
        lasting: true,
      });
      const bindings = [{ bindIp: '127.0.0.1', containerPort: 8000, hostPort: 12_345 }];
      const tasks = { describe: async () => aTask({ arn, bindings }) };
      const { agents } = world.bootDeps();
      const given: BootDeps = {
        ...deps(),
        ingress,
        tasks,
        agents: overriding<BootDeps['agents']>(agents, {
          health: () => agents.health(arn),
          init: (_url, setup) => agents.init(arn, setup),
        }),
      };

      await boot(sandbox.owner_id, sandbox.sandbox_id, sandbox.generation, given, aTask({ arn, lastStatus }));

      expect(await read(sandbox)).toMatchObject({
        phase: 'RUNNING',
        exposed_urls: [{ name: 'AGENT_SERVER', port: 12_345, url: 'http://127.0.0.1:12345' }],
      });
    },
  );
});

describe('boot worker with lasting addresses', () => {
  const urlOf = ({ address_id: addressId }: Sandbox) =>
    `https://${writeName({ keyNumber: 1, addressId, port: 8000, slot: 0 }, 'a key')}.sandboxes.example.test`;

  /** An ingress whose lasting URL leads to the agent some seconds after the store has the entry. */
  function lasting(secondsLate: number, stateAt: (second: number) => EdgeState = () => 'written') {
    const started = world.clock.now().getTime();
    const second = () => (world.clock.now().getTime() - started) / 1000;
    const { agents } = world.bootDeps();
    /** When the lasting URL was asked. */
    const asked: number[] = [];
    let agent = '';
    const health = (url: string) => {
      if (!url.startsWith('https:')) return agents.health(url);
      asked.push(second());
      return second() < secondsLate ? Promise.resolve({ kind: 'dormant' as const }) : agents.health(agent);
    };
    const addresses: BootDeps['ingress']['addresses'] = async (sandbox, { arn }) => {
      agent = arn;
      const exposedUrls = [{ name: 'AGENT_SERVER' as const, port: 8000, url: urlOf(sandbox) }];
      return { agentUrl: arn, exposedUrls, publicAddress: '3.208.1.2' };
    };
    const ingress = { addresses, renewal: world.ingress.renewal.bind(world.ingress) };
    const edgeStates = { of: async () => stateAt(second()) };
    const given = { ...deps(), ingress, edgeStates, agents: overriding<BootDeps['agents']>(agents, { health }) };
    return { asked, second, given };
  }

  it('claims the address of the task, and records what it has claimed', async () => {
    const sandbox = await booting();
    const take = vi.fn(async () => 'taken' as const);

    await wait(sandbox, { ...lasting(0).given, edge: { take } });

    expect(take).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ generation: 1 }),
      '3.208.1.2',
      expect.any(Date),
    );
    expect(await read(sandbox)).toMatchObject({
      phase: 'RUNNING',
      agent_url: sandbox.task_arn,
      exposed_urls: [{ url: urlOf(sandbox) }],
      public_address: '3.208.1.2',
    });
  });

  it('gives the agent no keys while the edge has an earlier entry with its address, and asks again', async () => {
    const sandbox = await booting();
    const keysMeanwhile: (string | null)[] = [];
    const take = vi.fn(async () => {
      keysMeanwhile.push(world.agents.sessionKeyOf(sandbox.task_arn ?? ''));
      return take.mock.calls.length < 5 ? ('waiting' as const) : ('taken' as const);
    });

    await wait(sandbox, { ...lasting(0).given, edge: { take } });

    expect(keysMeanwhile).toEqual([null, null, null, null, null]);
    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });

  it('leaves the agent without keys when the address stays taken', async () => {
    const sandbox = await booting();

    await wait(sandbox, { ...lasting(0).given, edge: { take: async () => 'waiting' } });

    expect(await read(sandbox)).toMatchObject({ phase: 'BOOTING', boot_lease_until: null });
    expect(world.agents.sessionKeyOf(sandbox.task_arn ?? '')).toBeNull();
  });

  it('gives the agent no keys when its entry was removed from the edge after its row was read', async () => {
    const sandbox = await booting();
    const edge = new ClaimedEntries(new MemoryEdgeRows(world.clock.now), world.clock.now);
    const { given } = lasting(0);
    const find: BootDeps['sandboxes']['find'] = async (...id) => {
      const row = await given.sandboxes.find(...id);
      world.clock.advance(0.1);
      await edge.leave(sandbox);
      world.clock.advance(0.1);
      return row;
    };

    await wait(sandbox, { ...given, sandboxes: overriding<BootDeps['sandboxes']>(given.sandboxes, { find }), edge });

    expect(world.agents.sessionKeyOf(sandbox.task_arn ?? '')).toBeNull();
  });

  it('claims nothing for a warm task', async () => {
    const at = '2026-11-21T12:00:00.000Z';
    const sandbox = await booting({ warm: { size: null, ready_at: null, claimed_by: null, at } as never });
    const take = vi.fn(async () => 'taken' as const);

    await wait(sandbox, { ...lasting(0).given, edge: { take } });

    expect((await read(sandbox))?.warm?.ready_at).toEqual(expect.any(String));
    expect(take).not.toHaveBeenCalled();
  });

  it('marks the sandbox RUNNING when the agent responds at its lasting URL, which it asks ever less often', async () => {
    const sandbox = await booting();
    const { asked, second, given } = lasting(2);

    await wait(sandbox, given);

    expect(second()).toBeGreaterThanOrEqual(2);
    expect(second()).toBeLessThan(3);
    expect(asked.length).toBeLessThanOrEqual(6);
    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });

  it('sends no request to the lasting URL before the edge has the entry, as it would take the slow way', async () => {
    const sandbox = await booting();
    const { asked, given } = lasting(0, (second) => (second < 3 ? 'expected' : 'written'));

    await wait(sandbox, given);

    // The first look at the row after the entry has arrived.
    expect(asked).toEqual([expect.closeTo(3.1, 1)]);
    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });

  it('does not wait for an entry that has no room', async () => {
    const sandbox = await booting();
    const { asked, second, given } = lasting(60, () => 'overflow');

    await wait(sandbox, given);

    expect(asked).toEqual([]);
    expect(second()).toBeLessThan(1);
    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });

  it.each([
    ['the entry', () => 'expected' as const],
    ['the agent', () => 'written' as const],
  ])('marks it RUNNING after five seconds in any case, also without %s', async (_, state) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const sandbox = await booting();
    const { second, given } = lasting(60, state);

    await wait(sandbox, given);

    expect(second()).toBeGreaterThanOrEqual(5);
    expect(second()).toBeLessThan(6);
    expect(warn).toHaveBeenCalledOnce();
    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
  });
});
