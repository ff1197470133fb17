import {
  DescribeTasksCommand,
  ListTasksCommand,
  type ListTasksCommandInput,
  paginateListTasks,
  RunTaskCommand,
} from '@aws-sdk/client-ecs';
import { describe, expect, it } from 'vitest';
import { cluster, first, useMachine } from './local-ecs-server.ts';

let now = Date.now();
const machine = await useMachine({ clock: () => new Date(now) });

const list = async (input: Partial<ListTasksCommandInput>) =>
  (await machine.client.send(new ListTasksCommand({ cluster, ...input }))).taskArns;

describe('DescribeTasks', () => {
  it('returns a failure for each unknown task', async () => {
    const task = await machine.run('acs-waits');
    const id = 'f'.repeat(32);

    const answer = await machine.client.send(new DescribeTasksCommand({ cluster, tasks: [id, task.taskArn ?? ''] }));

    expect(answer.tasks?.map(({ taskArn }) => taskArn)).toEqual([task.taskArn]);
    expect(answer.failures).toEqual([
      { arn: `arn:aws:ecs:us-east-1:000000000000:task/${cluster}/${id}`, reason: 'MISSING' },
    ]);
  });

  it('shows tags only on request', async () => {
    const task = await machine.run('acs-waits', { tags: [{ key: 'a', value: 'b' }] });
    const tasks = [task.taskArn ?? ''];

    const plain = await machine.client.send(new DescribeTasksCommand({ cluster, tasks }));
    const tagged = await machine.client.send(new DescribeTasksCommand({ cluster, tasks, include: ['TAGS'] }));

    expect(first(plain.tasks).tags).toEqual([]);
    expect(first(tagged.tasks).tags).toEqual([{ key: 'a', value: 'b' }]);
  });

  it.each([0, 101])('refuses %i tasks', async (count) => {
    const attempt = machine.client.send(
      new DescribeTasksCommand({ cluster, tasks: Array(count).fill('f'.repeat(32)) }),
    );

    await expect(attempt).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('returns a stopped task for an hour, and its token as long', async () => {
    const request = new RunTaskCommand({ cluster, taskDefinition: 'acs-exits', clientToken: 'kept-1' });
    const task = first((await machine.client.send(request)).tasks);
    await machine.reaches(task, 'STOPPED');

    now += 3_599_000;
    const late = await machine.client.send(request);
    now += 2_000;
    const gone = await machine.client.send(new DescribeTasksCommand({ cluster, tasks: [task.taskArn ?? ''] }));
    const fresh = await machine.client.send(request);

    expect(late.tasks).toEqual([{ taskArn: task.taskArn, lastStatus: 'STOPPED', desiredStatus: 'STOPPED' }]);
    expect(gone.failures).toMatchObject([{ reason: 'MISSING' }]);
    expect(first(fresh.tasks).taskArn).not.toBe(task.taskArn);
  });

  it('forgets a token after a day, though its task still runs', async () => {
    const request = new RunTaskCommand({ cluster, taskDefinition: 'acs-waits', clientToken: 'day-1' });
    const task = first((await machine.client.send(request)).tasks);

    now += 24 * 3_600_000;
    const next = first((await machine.client.send(request)).tasks);

    expect(next.taskArn).not.toBe(task.taskArn);
    expect(await machine.describe(task)).toMatchObject({ desiredStatus: 'RUNNING' });
  });
});

describe('ListTasks', () => {
  it('finds tasks that should run by startedBy', async () => {
    const task = await machine.run('acs-waits', { startedBy: 'cara/one/1' });
    await machine.run('acs-waits', { startedBy: 'cara/one/2' });

    const before = await list({ startedBy: 'cara/one/1' });
    await machine.stop(task);
    const after = await list({ startedBy: 'cara/one/1' });

    expect(before).toEqual([task.taskArn]);
    expect(after).toEqual([]);
    expect(await list({ family: 'acs-waits', desiredStatus: 'STOPPED' })).toContain(task.taskArn);
    expect(await list({ desiredStatus: 'PENDING' })).toEqual([]);
  });

  it('accepts startedBy without other filters', async () => {
    const attempt = list({ startedBy: 'cara/one/1', desiredStatus: 'STOPPED' });

    await expect(attempt).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('returns every task once, in pages', async () => {
    await machine.client.send(new RunTaskCommand({ cluster, taskDefinition: 'acs-polite', count: 5 }));
    const sizes: number[] = [];
    const arns: string[] = [];
    const pages = paginateListTasks({ client: machine.client, pageSize: 2 }, { cluster, family: 'acs-polite' });

    for await (const { taskArns = [] } of pages) {
      sizes.push(taskArns.length);
      arns.push(...taskArns);
    }

    expect(sizes).toEqual([2, 2, 1]);
    expect(new Set(arns).size).toBe(5);
  });

  it.each([[{ maxResults: 101 }], [{ nextToken: 'made-up' }], [{ maxResults: 0 }]])('refuses %o', async (input) => {
    await expect(list(input)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('refuses another cluster', async () => {
    await expect(list({ cluster: 'other' })).rejects.toMatchObject({ name: 'ClusterNotFoundException' });
  });
});

describe('the local ECS', () => {
  it('supports no other action', async () => {
    await expect(machine.ecs.handle('CreateService', {})).rejects.toMatchObject({ type: 'UnknownOperationException' });
  });
});
