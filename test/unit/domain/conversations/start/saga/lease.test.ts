import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StartFailedError } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { changed } from '../../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { StartTaskScene } from '../../../../../support/conversations/start/start-task-scene.ts';
import { aRunningSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

describe('lease of a start task whose agent is slow', () => {
  it('is renewed by its worker', async () => {
    const task = await scene.aStart(aRunningSandbox());
    const slow = scene.slowAgent();
    const running = scene.run(task);
    await slow.asked;
    for (const end of ['12:00:40', '12:00:50', '12:01:00', '12:01:10']) {
      scene.deps.clock.advance(10);
      await scene.heartbeat();
      expect(await scene.read(task)).toMatchObject({ lease_until: `2026-11-21T${end}.000Z` });
    }

    await scene.run(task);
    slow.answer();
    await running;

    expect(scene.asked).toHaveLength(1);
    expect(await scene.read(task)).toMatchObject({ status: 'READY', lease_holder: null, lease_until: null });
  });

  it('has no heartbeat after the end', async () => {
    const task = await scene.aStart(aRunningSandbox());
    const slow = scene.slowAgent();
    const running = scene.run(task);
    await slow.asked;
    slow.answer();
    await running;
    const over = await scene.read(task);

    await scene.heartbeat();

    expect(await scene.read(task)).toEqual(over);
  });

  it('survives a failed renewal', async () => {
    const task = await scene.aStart(aRunningSandbox());
    const slow = scene.slowAgent();
    const running = scene.run(task);
    await slow.asked;
    vi.spyOn(scene.deps.startTasks, 'save').mockRejectedValueOnce(new Error('throttled'));

    await scene.heartbeat();
    slow.answer();
    await running;

    expect(slow.wasAborted()).toBe(false);
    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('is respected by a worker that has lost it, which writes nothing more', async () => {
    const task = await scene.aStart(aRunningSandbox());
    const slow = scene.slowAgent();
    const first = scene.run(task);
    await slow.asked;
    scene.deps.clock.advance(31);
    scene.agent = async () => undefined;
    const beat = scene.heartbeatOfNow();
    await scene.run(task);
    const after = await scene.read(task);

    await beat();
    await first;

    expect(slow.wasAborted()).toBe(true);
    expect(after).toMatchObject({ status: 'READY' });
    expect(await scene.read(task)).toEqual(after);
  });

  it('is released when the sandbox starts again, and the task waits again', async () => {
    const sandbox = aRunningSandbox();
    const task = await scene.aStart(sandbox);
    const slow = scene.slowAgent();
    const running = scene.run(task);
    await slow.asked;
    const restarted = changed(sandbox, scene.deps.now(), { phase: 'PENDING', generation: 2 });
    await scene.deps.sandboxes.save([{ previous: sandbox, next: restarted }]);

    await scene.heartbeat();
    await running;
    expect(slow.wasAborted()).toBe(true);
    expect(await scene.read(task)).toMatchObject({ status: 'WAITING_FOR_SANDBOX', detail: null, lease_until: null });
    scene.agent = async () => undefined;
    const again = changed(restarted, scene.deps.now(), { phase: 'RUNNING' });
    await scene.deps.sandboxes.save([{ previous: restarted, next: again }]);
    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('ends in ERROR when the conversation is deleted meanwhile', async () => {
    const task = await scene.aStart(aRunningSandbox());
    const slow = scene.slowAgent();
    const running = scene.run(task);
    await slow.asked;
    scene.deps.conversations.rows.clear();

    await scene.heartbeat();
    await running;

    expect(await scene.read(task)).toMatchObject({ status: 'ERROR', detail: expect.stringContaining('deleted') });
  });

  it('survives a final refusal by the agent of an ended generation', async () => {
    const sandbox = aRunningSandbox();
    const task = await scene.aStart(sandbox);
    scene.agent = async () => {
      const next = changed(sandbox, scene.deps.now(), { phase: 'PENDING', generation: 2 });
      await scene.deps.sandboxes.save([{ previous: sandbox, next }]);
      throw new StartFailedError('The agent server answered 401');
    };

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'WAITING_FOR_SANDBOX', detail: null });
  });
});
