import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runInTurn } from '../../../../../../shared/domain/conversations/start/saga/start-turn.ts';
import type { StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import { SandboxWork } from '../../../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { workersPerOwner } from '../../../../../../shared/domain/sandboxes/waits/worker-places.ts';
import { aConversation, aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';
import { StartTaskScene } from '../../../../../support/conversations/start/start-task-scene.ts';
import { MemoryWaitPlaces, MemoryWorkRows } from '../../../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, aSandboxId } from '../../../../../support/sandboxes/sandbox-data.ts';

let scene: StartTaskScene;
let places: MemoryWaitPlaces;
let work: SandboxWork;
beforeEach(() => {
  scene = new StartTaskScene();
  places = new MemoryWaitPlaces({ perKey: workersPerOwner.start, overall: null }, scene.deps.now);
  work = new SandboxWork(new MemoryWorkRows(), 30, scene.deps.now);
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const immediately = () => new Promise((resolve) => setImmediate(resolve));

let workers = 0;
const run = ({ owner_id: ownerId, start_task_id: id }: StartTask) => {
  workers += 1;
  const worker = { worker: `worker ${workers}`, timeLeft: () => 900_000 };
  return runInTurn(ownerId, id, worker, { ...scene.startDeps(), work, places, wait: immediately });
};

async function someStarts(count: number): Promise<StartTask[]> {
  const sandbox = aRunningSandbox();
  const { sandbox_id } = sandbox;
  const tasks = [await scene.aStart(sandbox)];
  while (tasks.length < count) {
    const task = aStartTask({ sandbox_id, conversation_id: aSandboxId() });
    scene.deps.conversations.put(aConversation({ sandbox_id, conversation_id: task.conversation_id }));
    scene.deps.startTasks.put(task);
    tasks.push(task);
  }
  return tasks;
}

const statusesOf = (tasks: readonly StartTask[]) =>
  Promise.all(tasks.map(async (task) => (await scene.read(task))?.status));

describe('the worker of the starts in a sandbox', () => {
  it('is one for six starts in a slow sandbox, and runs them side by side', async () => {
    const tasks = await someStarts(6);
    const agent = scene.slowAgent();
    const [first, ...others] = tasks.map((task) => ({ task, ended: run(task) }));
    await agent.asked;

    // They held six workers before.
    await Promise.all(others.map(({ ended }) => ended));
    expect(places.taken).toBe(1);
    await vi.waitFor(() => expect(scene.asked).toHaveLength(6), { timeout: 20_000 });
    agent.answer();
    await first?.ended;

    expect(await statusesOf(tasks)).toEqual(tasks.map(() => 'READY'));
    expect(places.taken).toBe(0);
    const [{ owner_id: ownerId, sandbox_id: sandboxId }] = tasks as [StartTask];
    expect(await work.orders({ ownerId, sandboxId })).toEqual([]);
  });

  it('is replaced when it dies: its starts are open, and the sweep wakes them', async () => {
    const [task] = (await someStarts(1)) as [StartTask];
    const place = { ownerId: task.owner_id, sandboxId: task.sandbox_id };
    await work.enter(place, task.start_task_id, 'dies');
    await run(task);
    expect(await statusesOf([task])).toEqual(['WORKING']);
    scene.deps.clock.advance(30);

    await run(task);

    expect(await statusesOf([task])).toEqual(['READY']);
    expect(await work.orders(place)).toEqual([]);
  });

  it('ends if the owner has enough workers, and the start stays open for the sweep', async () => {
    const [task] = (await someStarts(1)) as [StartTask];
    const until = new Date(scene.deps.now().getTime() + 60_000);
    const waiter = { ownerId: '#start', keyId: task.owner_id };
    for (let taken = 0; taken < workersPerOwner.start; taken += 1) await places.take(waiter, until);

    await run(task);
    expect(await statusesOf([task])).toEqual(['WORKING']);
    scene.deps.clock.advance(60);
    await run(task);

    expect(await statusesOf([task])).toEqual(['READY']);
  });

  it('leaves the sandbox free after a failure', async () => {
    const [task] = (await someStarts(1)) as [StartTask];
    scene.agent = () => Promise.reject(new Error('connection refused'));
    await expect(run(task)).rejects.toThrow('connection refused');
    scene.agent = async () => undefined;

    await run(task);

    expect(await statusesOf([task])).toEqual(['READY']);
    expect(places.taken).toBe(0);
  });
});
