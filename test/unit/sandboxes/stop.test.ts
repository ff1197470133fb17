import { describe, expect, it } from 'vitest';
import { VersionConflictError } from '../../../shared/errors.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { type StopDeps, stopSandbox } from '../../../shared/sandboxes/stop.ts';
import { ARN, inPhase } from '../../support/lifecycle-data.ts';
import { MemorySandboxStore } from '../../support/memory-sandbox-store.ts';
import { noon } from '../../support/sandbox-data.ts';
import { SettableClock } from '../../support/settable-clock.ts';

/** A worker with one sandbox, and what it did. */
function aWorker(change: Partial<Sandbox> = {}, overrides: Partial<StopDeps> = {}) {
  const did: string[] = [];
  const sandbox = inPhase('STOPPING', { desired: 'PAUSED', ...change });
  const sandboxes = MemorySandboxStore.with(sandbox);
  const deps: StopDeps = {
    sandboxes,
    tasks: { stop: async (arn, reason) => void did.push(`stop ${arn} ${reason}`) },
    agents: { prepareForPause: async ({ generation }) => void did.push(`prepare ${generation}`) },
    now: new SettableClock().now,
    ...overrides,
  };
  const { owner_id: ownerId, sandbox_id: id } = sandbox;
  const stop = (generation = 2) => stopSandbox(ownerId, id, generation, deps);
  return { did, sandbox, sandboxes, stop, read: () => sandboxes.find(ownerId, id) };
}

describe('the worker that stops a sandbox', () => {
  it('lets the agent prepare, then stops its task, then notes it', async () => {
    const { did, stop, read } = aWorker();

    await stop();

    expect(did).toEqual(['prepare 2', `stop ${ARN} asked for`]);
    expect(await read()).toMatchObject({ phase: 'STOPPING', stop_sent_at: noon });
  });

  it('gives ECS the reason, for whoever reads the history of the task', async () => {
    const { did, stop } = aWorker({ status_reason: { code: 'idle', message: '', remedy: '', retryable: true } });

    await stop();

    expect(did.at(-1)).toBe(`stop ${ARN} idle`);
  });

  it.each<[string, Partial<Sandbox>, number]>([
    ['of another generation', {}, 1],
    ['whose task was told already', { stop_sent_at: noon }, 2],
    ['that is being saved', { phase: 'SAVING' }, 2],
    ['that runs again', { phase: 'RUNNING' }, 2],
    ['that has no task', { task_arn: null }, 2],
  ])('leaves a sandbox alone %s', async (_, change, generation) => {
    const { did, stop, sandbox, read } = aWorker(change);

    await stop(generation);

    expect(did).toEqual([]);
    expect(await read()).toEqual(sandbox);
  });

  it('has nothing to do for a sandbox that is gone', async () => {
    const { did, stop, sandboxes } = aWorker();
    sandboxes.rows.clear();

    await stop();

    expect(did).toEqual([]);
  });

  it('tries its note again when it lost a race, and keeps what the others wrote', async () => {
    const { sandbox, sandboxes, read } = aWorker();
    let races = 0;
    const racing: StopDeps['sandboxes'] = {
      find: (...asked) => sandboxes.find(...asked),
      save: async (changes) => {
        races += 1;
        if (races > 1) return sandboxes.save(changes);
        const next = { ...sandbox, version: sandbox.version + 1, desired: 'RUNNING' as const, wanted_generation: 3 };
        await sandboxes.save([{ previous: sandbox, next }]);
        throw new VersionConflictError('sandbox', sandbox.sandbox_id);
      },
    };
    const tasks = { stop: async () => undefined };
    const agents = { prepareForPause: async () => undefined };

    await stopSandbox(sandbox.owner_id, sandbox.sandbox_id, 2, {
      sandboxes: racing,
      tasks,
      agents,
      now: new SettableClock().now,
    });

    expect(await read()).toMatchObject({ stop_sent_at: noon, desired: 'RUNNING', wanted_generation: 3 });
  });

  it('notes nothing when the end was noted meanwhile', async () => {
    const { sandbox, sandboxes, read } = aWorker();
    const tasks = {
      stop: async () => {
        const next = { ...sandbox, version: sandbox.version + 1, phase: 'SAVING' } as const;
        await sandboxes.save([{ previous: sandbox, next }]);
      },
    };
    const agents = { prepareForPause: async () => undefined };

    await stopSandbox(sandbox.owner_id, sandbox.sandbox_id, 2, {
      sandboxes,
      tasks,
      agents,
      now: new SettableClock().now,
    });

    expect(await read()).toMatchObject({ phase: 'SAVING', stop_sent_at: null });
  });

  it('fails when ECS or the store does, and can be called again', async () => {
    const throttled = new Error('Rate exceeded');
    const failing = aWorker({}, { tasks: { stop: async () => Promise.reject(throttled) } });
    const broken = aWorker();
    const save = async () => Promise.reject(throttled);
    const { owner_id: ownerId, sandbox_id: id } = broken.sandbox;
    const find: StopDeps['sandboxes']['find'] = (...asked) => broken.sandboxes.find(...asked);

    await expect(failing.stop()).rejects.toThrow(throttled);
    expect(await failing.read()).toMatchObject({ stop_sent_at: null });
    await expect(
      stopSandbox(ownerId, id, 2, {
        sandboxes: { find, save },
        tasks: { stop: async () => undefined },
        agents: { prepareForPause: async () => undefined },
        now: new SettableClock().now,
      }),
    ).rejects.toThrow(throttled);
    await broken.stop();
    expect(await broken.read()).toMatchObject({ stop_sent_at: noon });
  });
});
