import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SweepDeps } from '../../../../shared/domain/maintenance/sweep.ts';
import type { Agents } from '../../../../shared/domain/sandboxes/agent/agents.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { Metric } from '../../../../shared/platform/metrics.ts';
import { overriding } from '../../../support/platform/overriding.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';

let scene: LifecycleScene;
beforeEach(async () => {
  scene = await LifecycleScene.running();
});

async function details(deps: Partial<SweepDeps> = {}) {
  let counted: Parameters<Metric>[3];
  await scene.sweep({
    ...deps,
    metric: (name, _, __, more) => {
      if (name === 'SweepCompleted') counted = more;
    },
  });
  return counted;
}

/** The store, in which another writer wins this many races. */
function contested(times: number, rival: (row: Sandbox) => Partial<Sandbox> = () => ({})): SandboxStore {
  const store: SandboxStore = scene.world.sandboxes;
  let left = times;
  const save: SandboxStore['save'] = async (changes, ...rest) => {
    const row = await scene.read();
    if (left > 0) await store.save([{ previous: row, next: changed(row, scene.world.clock.now(), rival(row)) }]);
    left -= 1;
    return store.save(changes, ...rest);
  };
  return overriding<SandboxStore>(store, { save });
}

function watchedAgents() {
  const called: string[] = [];
  const health: Agents['health'] = (url) => {
    called.push(url);
    return scene.world.agents.health(url);
  };
  return { called, agents: overriding<Pick<Agents, 'health'>>(scene.world.agents, { health }) };
}

const address = async () => (await scene.read()).exposed_urls?.[0]?.url;

describe('sweep after a change of ingress keys', () => {
  it('writes the new addresses before it calls the agents there, and counts them', async () => {
    const old = await address();
    scene.world.ingress.rotate();
    const { called, agents } = watchedAgents();

    expect(await details({ agents })).toMatchObject({ address: 1, findings: 1, failures: 0 });

    const renewed = await address();
    expect(renewed).not.toBe(old);
    expect(called).toEqual([renewed]);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 1, unreachable_since: null });
  });

  it('gives rows of earlier versions the hash of their session key', async () => {
    const row = await scene.read();
    const older = changed(row, scene.world.clock.now(), { session_key_hash: null });
    await scene.world.sandboxes.save([{ previous: row, next: older }]);

    expect(await details()).toMatchObject({ address: 1, failures: 0 });

    expect((await scene.read()).session_key_hash).toBe(row.session_key_hash);
    expect(row.session_key_hash).toEqual(expect.any(String));
  });

  it('writes nothing while they are current', async () => {
    const { version } = await scene.read();

    expect(await details()).toMatchObject({ findings: 0 });

    expect((await scene.read()).version).toBe(version);
  });

  it('keeps a sandbox running that only the sweep checks', async () => {
    scene.world.ingress.rotate();

    await scene.minutesWithoutEvents(12);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 1, restarts: 0 });
  });

  it('reads a row again that another writer changed, and then writes its addresses', async () => {
    scene.world.ingress.rotate();

    expect(await details({ sandboxes: contested(1) })).toMatchObject({ address: 1, failures: 0 });

    expect(scene.world.ingress.isAccepted((await address()) ?? '')).toBe(true);
  });

  it('leaves a row that other writers keep changing to the next sweep, and does not judge its agent', async () => {
    scene.world.ingress.rotate();
    const { called, agents } = watchedAgents();

    const counted = await details({ sandboxes: contested(2), agents });

    expect(counted).toMatchObject({ findings: 0, failures: 0 });
    expect(called).toEqual([]);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', unreachable_since: null });
    expect(await details()).toMatchObject({ address: 1 });
  });

  it('writes no URL into a row that no longer runs', async () => {
    scene.world.ingress.rotate();
    const sandboxes = contested(1, () => ({ phase: 'STOPPING', exposed_urls: null }));

    expect(await details({ sandboxes })).not.toHaveProperty('address');

    expect((await scene.read()).exposed_urls).toBeNull();
  });

  it('keeps the current URLs when the ingress fails, and reports that', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const before = await scene.read();
    const renewal = async () => Promise.reject(new Error('Secrets Manager is down'));
    const { called, agents } = watchedAgents();

    expect(await details({ ingress: { renewal }, agents })).toMatchObject({ broken_parts: 1, findings: 0, running: 1 });

    expect(called).toEqual([before.exposed_urls?.[0]?.url]);
    expect((await scene.read()).exposed_urls).toEqual(before.exposed_urls);
    expect(JSON.stringify(logged.mock.calls)).toContain('Secrets Manager is down');
    logged.mockRestore();
  });

  it('asks the ingress once for all sandboxes', async () => {
    for (let more = 0; more < 3; more += 1) {
      const row = await scene.read();
      const next = { ...row, sandbox_id: `${row.sandbox_id}${more}`, task_arn: null, version: 1 };
      await scene.world.sandboxes.save([{ previous: null, next }]);
    }
    const renewal = vi.fn(() => scene.world.ingress.renewal());

    await details({ ingress: { renewal } });

    expect(renewal).toHaveBeenCalledOnce();
  });
});
