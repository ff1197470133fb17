import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { HttpAgents } from '../../../../shared/domain/sandboxes/agent/http-agents.ts';
import { recordedAddresses } from '../../../../shared/domain/sandboxes/ingress/ingress.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { SandboxWork, type WorkPlace } from '../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { hostileAnswers, hostileServer } from '../../../support/http/hostile-server.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { overriding } from '../../../support/platform/overriding.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { LifecycleScene } from '../../../support/sandboxes/lifecycle-scene.ts';
import { MemoryWorkRows } from '../../../support/sandboxes/memory-stores.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe.each(Object.entries(hostileAnswers))('a sweep beside an agent that answers with %s', (_, answer) => {
  it('pauses the expired sandbox of another owner in the same run', { timeout: 5_000 }, async () => {
    const scene = await LifecycleScene.running();
    const { world } = scene;
    const innocent = await scene.read();
    const { url } = await hostileServer(answer);
    const hostile = { ...innocent, owner_id: 'a-hostile-owner', sandbox_id: `${innocent.sandbox_id}h` };
    await world.sandboxes.save([
      {
        previous: null,
        next: { ...hostile, task_arn: null, exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url }], agent_url: url },
      },
    ]);
    await scene.change({ deadline_at: world.clock.now().toISOString() });
    const http = new HttpAgents(world.keys, { probe: 100, init: 100, interrupt: 100, prepare: 100 });
    const health: HttpAgents['health'] = (at, key) => (at === url ? http : world.agents).health(at, key);

    await scene.sweep({
      agents: overriding(world.agents, { health }),
      ingress: {
        renewal: async () => recordedAddresses,
      },
    });

    expect(await scene.read()).toMatchObject({ desired: 'PAUSED', phase: 'STOPPING' });
  });
});

describe('a sweep beside a sandbox whose hooks change its orders all the time', () => {
  it('starts the worker of another sandbox', async () => {
    const scene = await LifecycleScene.running();
    const { world } = scene;
    const innocent = await scene.read();
    const hostile = { ...innocent, owner_id: 'a-hostile-owner', task_arn: null };
    await world.sandboxes.save([{ previous: null, next: hostile }]);
    const rows = new MemoryWorkRows();
    const read: MemoryWorkRows['read'] = async (place) => {
      const row = await rows.read(place);
      if (place.ownerId === hostile.owner_id) await rows.write(place, row, { ...row, version: row.version + 1 });
      return row;
    };
    const places = [hostile, innocent].map(({ owner_id: ownerId, sandbox_id: sandboxId }) => ({ ownerId, sandboxId }));
    for (const place of places) await new SandboxWork(rows, 180, world.clock.now).request(place, 'a');
    world.clock.advance(60);
    const started: WorkPlace[] = [];
    const work = new SandboxWork(overriding(rows, { read }), 180, world.clock.now);
    const backfills = {
      waiting: (all: readonly WorkPlace[]) => work.waiting(all),
      resume: (place: WorkPlace) => work.resume(place),
      run: async (place: WorkPlace) => void started.push(place),
    };

    await scene.sweep({ agentWork: { backfills } });

    expect(started).toEqual([places[1]]);
  });
});

describe('an item of a sweep', () => {
  it('that never ends is given up, so that even many such items do not hold the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const clock = new SettableClock();
    const run = new SweepRun(clock.now, await SweepCursors.read(new MemorySweepProgress(), clock.now));
    const done: string[] = [];
    const never = new Promise<void>(() => undefined);
    const names = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'));

    const swept = run.each(
      'items',
      names,
      (name) => name,
      async (name) => {
        if (name < '55') await never;
        done.push(name);
      },
    );
    await vi.advanceTimersByTimeAsync(3 * limits.sweepItem * 1000);
    await swept;

    expect(done).toEqual(['55', '56', '57', '58', '59']);
    expect(run.details()).toMatchObject({ failures: 55 });
  });

  it('ends before the function that sweeps', () => {
    expect(limits.sweep + limits.sweepItem).toBeLessThan(55);
  });
});
