import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { LocalEcs } from '../ecs/ecs.ts';

const PATIENCE_MS = 10_000;
const INTERVAL_MS = 50;

/** The most tasks that ECS describes at a time. */
const AT_A_TIME = 100;

const Arns = z.object({ taskArns: z.array(z.string()), nextToken: z.string().optional() });
const Tasks = z.object({
  tasks: z.array(
    z.object({
      containers: z.array(z.object({ networkBindings: z.array(z.object({ hostPort: z.int() })).default([]) })),
    }),
  ),
});

/** Resolves when all tasks with ports listen, after ten seconds at most: others look dead to the sweep. */
export async function tasksListen(ecs: LocalEcs, cluster: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  const waiting = (await portsOfTasks(ecs, cluster)).map(async (ports) => {
    while (ports.length > 0 && Date.now() < deadline && !(await anyListens(ports))) await wait(INTERVAL_MS);
  });
  await Promise.all(waiting);
}

async function portsOfTasks(ecs: LocalEcs, cluster: string): Promise<readonly number[][]> {
  const ports: number[][] = [];
  let nextToken: string | undefined;
  do {
    const page = Arns.parse(await ecs.handle('ListTasks', { cluster, nextToken, maxResults: AT_A_TIME }));
    if (page.taskArns.length > 0) {
      const { tasks } = Tasks.parse(await ecs.handle('DescribeTasks', { cluster, tasks: page.taskArns }));
      for (const { containers } of tasks)
        ports.push(containers.flatMap(({ networkBindings }) => networkBindings.map(({ hostPort }) => hostPort)));
    }
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return ports;
}

async function anyListens(ports: readonly number[]): Promise<boolean> {
  return (await Promise.all(ports.map(listens))).includes(true);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // No process listens yet, which is the answer.
    return false;
  } finally {
    socket.destroy();
  }
}
