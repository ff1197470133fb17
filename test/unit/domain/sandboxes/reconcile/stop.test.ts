import { describe, expect, it } from 'vitest';
import { type StopDeps, stopSandbox } from '../../../../../shared/domain/sandboxes/reconcile/stop.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { ARN, inPhase } from '../../../../support/sandboxes/lifecycle-data.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { noon } from '../../../../support/sandboxes/sandbox-data.ts';

function aWorker(change: Partial<Sandbox> = {}, overrides: Partial<StopDeps> = {}) {
  const did: string[] = [];
  const sandbox = inPhase('STOPPING', { desired: 'PAUSED', ...change });
  const sandboxes = MemorySandboxStore.with(sandbox);
  const deps: StopDeps = {
    sandboxes,
    tasks: { stop: async (arn, reason) => void did.push(`stop ${arn} ${reason}`) },
    agents: { prepareForPause: async ({ generation }) => void did.push(`prepare ${generation}`) },
    lastLook: async ({ generation }) => void did.push(`look ${generation}`),
    now: new SettableClock().now,
    ...overrides,
  };
  const { owner_id: ownerId, sandbox_id: id } = sandbox;
  const stop = (generation = 2) => stopSandbox(ownerId, id, generation, deps);
  return { did, sandbox, sandboxes, stop, read: () => sandboxes.find(ownerId, id) };
}

describe('stop worker', () => {
  it('lets the agent prepare, looks at it once more, stops the task, and records that', async () => {
    const { did, stop, read } = aWorker();

    await stop();

    expect(did).toEqual(['prepare 2', 'look 2', `stop ${ARN} asked for`]);
    expect(await read()).toMatchObject({ phase: 'STOPPING', stop_sent_at: noon });
  });

  it('does the same for a sandbox that is deleted', async () => {
    const { did, stop, read } = aWorker({ phase: 'DELETING', desired: 'DELETED' });

    await stop();

    expect(did).toEqual(['prepare 2', 'look 2', `stop ${ARN} asked for`]);
    expect(await read()).toMatchObject({ phase: 'DELETING', stop_sent_at: noon });
  });

  it('stops the task when the look at the agent fails', async () => {
    const { did, stop, read } = aWorker({}, { lastLook: async () => Promise.reject(new Error('no answer')) });

    await stop();

    expect(did).toEqual(['prepare 2', `stop ${ARN} asked for`]);
    expect(await read()).toMatchObject({ stop_sent_at: noon });
  });

  it('gives ECS the reason for the history of the task', async () => {
    const { did, stop } = aWorker({ status_reason: { code: 'idle', message: '', remedy: '', retryable: true } });

    await stop();

    expect(did.at(-1)).toBe(`stop ${ARN} idle`);
  });

  it.each<[string, Partial<Sandbox>, number]>([
    ['of another generation', {}, 1],
    ['whose task got StopTask', { stop_sent_at: noon }, 2],
    ['whose task has ended by itself', { task_ended_at: noon }, 2],
    ['that is being saved', { phase: 'SAVING' }, 2],
    ['that runs again', { phase: 'RUNNING' }, 2],
    ['that has no task', { task_arn: null }, 2],
  ])('does nothing for a sandbox %s', async (_, change, generation) => {
    const { did, stop, sandbox, read } = aWorker(change);

    await stop(generation);

    expect(did).toEqual([]);
    expect(await read()).toEqual(sandbox);
  });

  it('does nothing for a sandbox that is gone', async () => {
    const { did, stop, sandboxes } = aWorker();
    sandboxes.rows.clear();

    await stop();

    expect(did).toEqual([]);
  });

  it('retries its write after a lost race, and keeps what other writers changed', async () => {
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
      lastLook: async () => undefined,
      now: new SettableClock().now,
    });

    expect(await read()).toMatchObject({ stop_sent_at: noon, desired: 'RUNNING', wanted_generation: 3 });
  });

  it('writes nothing when the end is already recorded', async () => {
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
      lastLook: async () => undefined,
      now: new SettableClock().now,
    });

    expect(await read()).toMatchObject({ phase: 'SAVING', stop_sent_at: null });
  });

  it('fails when ECS or the store fails, and can be called again', async () => {
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
        lastLook: async () => undefined,
        now: new SettableClock().now,
      }),
    ).rejects.toThrow(throttled);
    await broken.stop();
    expect(await broken.read()).toMatchObject({ stop_sent_at: noon });
  });
});
