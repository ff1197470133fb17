import { describe, expect, it } from 'vitest';
import type { LaunchOutcome } from '../../../../../shared/domain/sandboxes/launch/tasks.ts';
import { classifyStop } from '../../../../../shared/domain/sandboxes/record/launch-errors.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { FakeEcs, type RunFault } from '../../../../support/sandboxes/fake-ecs.ts';
import { aLaunch } from '../../../../support/sandboxes/sandbox-data.ts';

const startedBy = 'ann/0193aaaabbbb7ccc8dddeeeeffff0000/1';
const owner = { startedBy, mark: '0123456789abcdef' };

function scene() {
  const clock = new SettableClock();
  const ecs = new FakeEcs(clock);
  const run = (snapshotId: string | null = null, clientToken = 'token-1') =>
    ecs.run({ launch: aLaunch(owner, snapshotId), clientToken, startedBy, initKey: 'key' });
  const pass = (seconds: number) => {
    clock.advance(seconds);
    ecs.disks.tick();
    ecs.tick();
  };
  return { ecs, disks: ecs.disks, run, pass };
}

const arnOf = (outcome: LaunchOutcome) => (outcome.kind === 'accepted' ? outcome.task.arn : '');

describe('disk of a fake task', () => {
  it('is created during the start, shown when the task runs, and left behind', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run());
    expect(await disks.volumesOf(owner)).toEqual([]);
    pass(4);
    const [volume] = await disks.volumesOf(owner);
    expect([volume?.state, ecs.taskOf(arn)?.volumeId]).toEqual(['in-use', null]);
    pass(5);
    expect(ecs.taskOf(arn)).toMatchObject({ lastStatus: 'RUNNING', volumeId: volume?.id });

    await ecs.stop(arn);
    pass(5);

    expect(ecs.taskOf(arn)).toMatchObject({ lastStatus: 'STOPPED', volumeId: volume?.id });
    expect(await disks.volumesOf(owner)).toMatchObject([{ id: volume?.id, state: 'available', owner }]);
  });

  it('may exist although no task ever showed it', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run());
    pass(4);

    ecs.kill(arn);

    expect(ecs.taskOf(arn)).toMatchObject({ lastStatus: 'STOPPED', volumeId: null });
    expect(await disks.volumesOf(owner)).toMatchObject([{ state: 'available' }]);
  });

  it('does not exist when the task ended before its creation', async () => {
    const { ecs, disks, run, pass } = scene();
    ecs.kill(arnOf(await run()));
    pass(10);

    expect(await disks.volumesOf(owner)).toEqual([]);
  });

  it('contains what the snapshot contained', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run());
    pass(10);
    const first = ecs.taskOf(arn)?.volumeId ?? '';
    disks.write(first, 'work');
    ecs.kill(arn);
    const saved = await disks.save(first, owner);
    pass(20);

    const again = arnOf(await run(saved.kind === 'accepted' ? saved.snapshot.id : '', 'token-2'));
    pass(10);

    expect(disks.contentOf(ecs.taskOf(again)?.volumeId ?? '')).toEqual(['work']);
  });

  it('is never empty when its snapshot is gone: the task fails', async () => {
    const { ecs, disks, run, pass } = scene();
    const arn = arnOf(await run('snap-gone'));
    pass(10);

    const task = ecs.taskOf(arn);
    expect(task).toMatchObject({ lastStatus: 'STOPPED', stopCode: 'TaskFailedToStart' });
    expect(task && classifyStop(task)).toMatchObject({ reason: { code: 'volume_not_created' }, class: 'spec' });
    expect(disks.all().volumes).toEqual([]);
  });
});

describe('RunTask of the fake', () => {
  it.each<[RunFault, Partial<Record<keyof Extract<LaunchOutcome, { kind: 'refused' }>, unknown>>, tasks: number]>([
    ['throttled', { kind: 'refused', class: 'throttled', tokenSpent: false }, 1],
    ['denied', { kind: 'refused', class: 'access', tokenSpent: false }, 1],
    ['unavailable', { kind: 'unclear' }, 1],
    ['lost-answer', { kind: 'unclear' }, 1],
    ['no-capacity', { kind: 'refused', class: 'capacity', tokenSpent: true }, 0],
    ['refused', { kind: 'refused', class: 'spec', tokenSpent: true }, 0],
  ])('after %s gives %o for the same token, and then %i task', async (fault, expected, tasks) => {
    const { ecs, run } = scene();
    ecs.failNextRun(fault);

    expect(await run()).toMatchObject(expected);
    const again = await run();

    expect(again.kind).toBe(tasks === 1 ? 'accepted' : 'refused');
    expect(ecs.live()).toHaveLength(tasks);
  });
});
