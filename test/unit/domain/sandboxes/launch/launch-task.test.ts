import { describe, expect, it } from 'vitest';
import { sandboxOfTask, toTask } from '../../../../../shared/domain/sandboxes/launch/ecs-task-shape.ts';
import { LaunchSettings, launchTask } from '../../../../../shared/domain/sandboxes/launch/launch-task.ts';
import type { LaunchOutcome } from '../../../../../shared/domain/sandboxes/launch/tasks.ts';
import { diskTags, ownerOfTags } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { classifyStop, failure } from '../../../../../shared/domain/sandboxes/record/failures.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { Launch } from '../../../../../shared/domain/sandboxes/record/launch.ts';
import { leases, limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { overriding } from '../../../../support/platform/overriding.ts';
import { aLaunch } from '../../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { MemoryLaunchPace } from '../../../../support/sandboxes/memory-stores.ts';
import { aSandbox, aSpec, aTask, noon, someSpecs } from '../../../../support/sandboxes/sandbox-data.ts';
import { launchPaceSuite } from '../../../../support/sandboxes/stores.suite.ts';

const place = {
  familyPrefix: 'agents-',
  subnets: ['subnet-1', 'subnet-2'],
  securityGroups: ['sg-1'],
  volumeRoleArn: 'arn:aws:iam::123456789012:role/volumes',
  deployment: 'agents-dev',
};
const now = new Date(noon);

describe('launch settings', () => {
  it("request a new disk with the sandbox's size and file system, tagged with its sandbox", () => {
    const sandbox = aSandbox({
      workspace_gigabytes: 40,
      filesystem_type: 'xfs',
      generation: 3,
      api_key_id: 'key-1',
    });
    const settings = new LaunchSettings(someSpecs(aSpec({ workspace_gigabytes: 99, filesystem_type: 'ext4' })), place);

    const launch = settings.launchOf(sandbox, now);

    expect(launch).toEqual({
      task_definition: 'agents-reference',
      container: 'agent',
      subnets: place.subnets,
      security_groups: place.securityGroups,
      requested_at: noon,
      volume: {
        name: 'workspace',
        role_arn: place.volumeRoleArn,
        size_gib: 40,
        snapshot_id: null,
        filesystem_type: 'xfs',
        initialization_rate: null,
        tags: [
          { key: 'agent-conversations:deployment', value: 'agents-dev' },
          { key: 'agent-conversations:sandbox', value: `ann/${sandbox.sandbox_id}/3` },
          { key: 'agent-conversations:mark', value: diskOwner(sandbox).mark },
        ],
      },
      // The billed size.
      size: { cpu_units: 1024, memory_megabytes: 4096, architecture: 'X86_64' },
      size_override: null,
      capacity: 'on_demand',
      api_key_id: 'key-1',
      lineages: ['key-1'],
    });
    expect(Launch.parse(launch)).toEqual(launch);
  });

  it('override the size of the task definition with another one of the sandbox, which is billed', () => {
    const size = { cpu_units: 2048, memory_megabytes: 8192 };
    const settings = new LaunchSettings(someSpecs(), place);

    expect(settings.launchOf(aSandbox({ size }), now)).toMatchObject({
      size: { ...size, architecture: 'X86_64' },
      size_override: { cpu: '2048', memory: '8192' },
    });
  });

  it('use the snapshot when the workspace was saved', () => {
    const sandbox = aSandbox({ snapshot_id: 'snap-1', previous_snapshot_id: 'snap-0' });

    expect(new LaunchSettings(someSpecs(), place).launchOf(sandbox, now).volume).toMatchObject({
      snapshot_id: 'snap-1',
    });
  });

  it('ask for Spot until it has failed twice', () => {
    const settings = new LaunchSettings(someSpecs(), place);
    const capacities = [0, 1, 2].map(
      (spot_failures) => settings.launchOf(aSandbox({ capacity: 'spot', spot_failures }), now).capacity,
    );

    expect(capacities).toEqual(['spot', 'spot', 'on_demand']);
    expect(settings.launchOf(aSandbox(), now).capacity).toBe('on_demand');
  });

  it('fill a disk at the rate of the spec only from a snapshot, and not after a refusal for the quota', () => {
    const settings = new LaunchSettings(someSpecs(aSpec({ initialization_rate: 200 })), place);
    const rateOf = (overrides: Partial<Sandbox>) =>
      settings.launchOf(aSandbox(overrides), now).volume?.initialization_rate;
    const { reason: refused } = failure('disk_rate_quota_reached', 'transient');

    expect(rateOf({})).toBeNull();
    expect(rateOf({ snapshot_id: 'snap-1' })).toBe(200);
    expect(rateOf({ snapshot_id: 'snap-1', status_reason: refused })).toBeNull();
  });

  it('have no disk when the spec has none or was removed', () => {
    const withoutDisk = new LaunchSettings(someSpecs(aSpec({ volume: null })), place);
    const withoutSpec = new LaunchSettings(someSpecs(aSpec({ id: 'another' })), place);

    expect(withoutDisk.launchOf(aSandbox(), now).volume).toBeNull();
    expect(withoutSpec.launchOf(aSandbox(), now)).toMatchObject({ volume: null, container: 'agent' });
  });
});

describe('tags of a disk', () => {
  it('encode and decode owner, sandbox and generation', () => {
    const owner = diskOwner(aSandbox({ owner_id: 'ann@example.com' }));

    expect(ownerOfTags(diskTags(owner, 'agents-dev'))).toEqual(owner);
  });

  it('distinguish two sandboxes that had the same id one after the other', () => {
    const first = aSandbox({ sandbox_id: 'a'.repeat(32), created_at: '2026-11-21T12:00:00.000Z' });

    expect(diskOwner({ ...first, created_at: '2026-11-22T12:00:00.000Z' })).not.toEqual(diskOwner(first));
  });

  it('identify no sandbox when one of them is missing, and ignore other tags', () => {
    const owner = diskOwner(aSandbox());
    const [, sandbox, mark] = diskTags(owner, 'agents-dev');

    expect(ownerOfTags(mark ? [mark] : [])).toBeUndefined();
    expect(ownerOfTags(sandbox ? [sandbox] : [])).toBeUndefined();
    expect(ownerOfTags([])).toBeUndefined();
    expect(ownerOfTags([{ key: 'Name', value: 'x' }, { key: 'empty' }, ...diskTags(owner, 'b')])).toEqual(owner);
  });

  it('fit the limits of EC2 for the longest owner name', () => {
    const owner = diskOwner(aSandbox({ owner_id: 'a'.repeat(60), generation: 1_000_000 }));

    const sizes = diskTags(owner, 'agents-dev').map(({ key, value }) => [key.length <= 128, value.length <= 256]);

    expect(sizes.flat()).not.toContain(false);
  });
});

describe('the pace in memory', () => {
  const paces = new Map<number, MemoryLaunchPace>();
  launchPaceSuite((perSecond) => {
    const pace = paces.get(perSecond) ?? new MemoryLaunchPace(perSecond);
    paces.set(perSecond, pace);
    return pace;
  });
});

const reason = (code: string) => ({ code, message: 'No.', remedy: '', retryable: true });

async function answered(outcome: LaunchOutcome, launchRetries = 0, change: Partial<Sandbox> = {}) {
  const begun = { launch: aLaunch(), key_id: 'k1', launch_retries: launchRetries };
  const scene = await LifecycleScene.with({ ...begun, ...change });
  const alarms: string[] = [];
  const tasks = { ...scene.world.reconcileDeps().tasks, run: async () => outcome };
  const seen = await launchTask(await scene.read(), {
    ...scene.world.reconcileDeps(),
    tasks,
    alarm: (metric) => alarms.push(metric),
    random: () => 0.5,
  });
  const row = await scene.read();
  const waits = row.retry_at && (Date.parse(row.retry_at) - scene.world.clock.now().getTime()) / 1000;
  return { seen, row, alarms, waits };
}

describe('refusal of a start', () => {
  it('is not counted by a worker that loses the race, as the start is tried again', async () => {
    const scene = await LifecycleScene.with({ launch: aLaunch(), key_id: 'k1' });
    const alarms: string[] = [];
    const refuse = async (): Promise<LaunchOutcome> => {
      await scene.change({});
      return { kind: 'refused', class: 'spec', reason: reason('no'), detail: 'no', tokenSpent: true };
    };
    const deps = scene.world.reconcileDeps();

    const launch = launchTask(await scene.read(), {
      ...deps,
      tasks: { ...deps.tasks, run: refuse },
      alarm: (metric) => alarms.push(metric),
    });

    await expect(launch).rejects.toThrow(VersionConflictError);
    expect(alarms).toEqual([]);
  });
});

describe('slot of a start', () => {
  it('is immediate when no other start waits, and its parameters are stored before the call', async () => {
    const scene = await LifecycleScene.with();

    await launchTask(await scene.read(), scene.world.reconcileDeps());

    expect(await scene.read()).toMatchObject({ launch: { container: 'agent' }, key_id: 'k1', retry_at: null });
    expect(scene.world.ecs.calls.run).toBe(1);
  });

  it('belongs to the worker that recorded it, until its lease ends', async () => {
    const scene = await LifecycleScene.with();
    const late = await scene.read();
    await launchTask(late, scene.world.reconcileDeps());

    await expect(launchTask(late, scene.world.reconcileDeps())).rejects.toThrow(VersionConflictError);
    await scene.look();
    expect(scene.world.ecs.calls.run).toBe(1);
    scene.world.clock.advance(leases.launch + 1);
    await scene.look();

    // The caller died before it recorded the outcome. The same call returns it.
    expect(scene.world.ecs.calls.run).toBe(2);
    expect(scene.world.ecs.live()).toHaveLength(1);
  });

  it('is later when others start, and the row shows when', async () => {
    const scene = await LifecycleScene.with();
    const now = scene.world.clock.now();
    for (let others = 0; others < 45; others += 1) await scene.world.pace.reserve(now);

    const { again } = await scene.look();
    expect(again?.getTime()).toBe(now.getTime() + 3_001);
    expect(scene.world.ecs.calls.run).toBe(0);
    scene.world.clock.advance(4);
    await scene.look();

    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING' });
  });

  it('is not used for a saved workspace when the spec no longer has a disk', async () => {
    const scene = await LifecycleScene.paused();
    const { snapshot_id: saved } = await scene.read();
    const { settings } = scene.world.reconcileDeps();
    const diskless = overriding(settings, {
      launchOf: (...given: Parameters<typeof settings.launchOf>) => ({ ...settings.launchOf(...given), volume: null }),
    });
    const runs = scene.world.ecs.calls.run;
    scene.world.withoutEvents = true;
    await scene.want('resume');

    await scene.look({}, { settings: diskless });

    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      snapshot_id: saved,
      launch: null,
      status_reason: { code: 'workspace_unmounted', retryable: false },
    });
    expect(scene.world.ecs.calls.run).toBe(runs);
    scene.world.withoutEvents = false;
    await scene.want('resume');
    await scene.settle();
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
    expect(await scene.content()).toEqual(['first']);
  });

  it('keeps the master key of the first start', async () => {
    const scene = await LifecycleScene.with({ key_id: 'k0' });

    // The key does not exist, so the call fails.
    await expect(launchTask(await scene.read(), scene.world.reconcileDeps())).rejects.toThrow();

    expect(await scene.read()).toMatchObject({ key_id: 'k0' });
  });
});

describe('RunTask call with an unknown result', () => {
  it('is repeated with the same token, and returns the same task', async () => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.failNextRun('lost-answer');

    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'PENDING', status_reason: { code: 'launch_unclear' } });
    scene.world.clock.advance(6);
    await scene.look();

    expect(scene.world.ecs.live()).toHaveLength(1);
    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING', attempt: 1, status_reason: null });
  });

  it('is awaited from the end of the last call, however long ago the first one was', async () => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.alwaysFails = 'unavailable';
    await scene.look();
    expect((await scene.read()).launch_unclear_until).toBe(scene.world.clock.now().toISOString());
    scene.world.clock.advance(limits.consistency + 30);
    await scene.look();
    await scene.want('pause');

    scene.world.clock.advance(limits.consistency);
    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'PENDING' });
    scene.world.clock.advance(1);
    await scene.look();

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });
    expect(scene.world.ecs.calls.run).toBe(2);
  });

  it('counts as possibly accepted for the whole lease of its caller', async () => {
    const scene = await LifecycleScene.with();
    const { tasks } = scene.world.reconcileDeps();
    const dies = Object.assign(Object.create(tasks), { run: async () => Promise.reject(new Error('killed')) });
    await expect(scene.look({}, { tasks: dies })).rejects.toThrow('killed');
    await scene.want('delete');

    scene.world.clock.advance(limits.consistency + leases.launch);
    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'DELETING', task_ended_at: null });
    scene.world.clock.advance(1);
    await scene.look();

    expect(await scene.read()).toMatchObject({ phase: 'DELETED' });
  });

  it('is byte-identical after a deployment changed the settings', async () => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.failNextRun('lost-answer');
    await scene.look();
    scene.world.clock.advance(6);
    const place = { familyPrefix: 'x-', subnets: ['s'], securityGroups: [], volumeRoleArn: 'r', deployment: 'other' };

    await scene.look({}, { settings: new LaunchSettings(scene.world.specs, place) });

    const [first, second] = scene.world.ecs.requests;
    expect(first).toBeDefined();
    expect(second).toEqual(first);
  });
});

describe('refused launch', () => {
  const refusal = { kind: 'refused', detail: 'said ECS' } as const;

  it('starts over with a new token when the token is spent', async () => {
    const { row, alarms, waits } = await answered({
      ...refusal,
      class: 'capacity',
      reason: reason('capacity_unavailable'),
      tokenSpent: true,
    });

    expect(row).toMatchObject({ phase: 'PENDING', attempt: 2, launch: null, launch_retries: 1 });
    expect(row.status_reason?.code).toBe('capacity_unavailable');
    expect(alarms).toEqual(['LaunchesRefused']);
    expect(waits).toBe(3.75);
  });

  it('is repeated with the same token when it is not spent, as ECS can have started a task', async () => {
    const { row } = await answered({ ...refusal, class: 'throttled', reason: reason('throttled'), tokenSpent: false });

    expect(row).toMatchObject({ phase: 'PENDING', attempt: 1, launch: aLaunch(), launch_retries: 1 });
  });

  describe('of Spot', () => {
    const spot = { launch: aLaunch({ capacity: 'spot' }), capacity: 'spot' } as const;
    const empty = { ...refusal, class: 'capacity', reason: reason('capacity_unavailable') } as const;

    it.each([true, false])(
      'counts, and its start gets new parameters and a new token (token spent: %s)',
      async (tokenSpent) => {
        const { row } = await answered({ ...empty, tokenSpent }, 0, spot);

        expect(row).toMatchObject({ phase: 'PENDING', attempt: 2, launch: null, spot_failures: 1 });
      },
    );

    it('does not count while an earlier call can have started a task, which has its parameters', async () => {
      const unclear = { ...spot, launch_unclear_until: '2026-11-21T11:59:00.000Z' };
      const { row } = await answered({ ...empty, tokenSpent: false }, 0, unclear);

      expect(row).toMatchObject({ attempt: 1, launch: spot.launch, spot_failures: 0 });
    });

    it('counts for its own vCPU quota, and not for other limits', async () => {
      const quota = { ...empty, reason: reason('vcpu_quota_reached'), tokenSpent: true };
      const disks = { ...empty, reason: reason('volume_not_created'), tokenSpent: true };

      expect((await answered(quota, 0, spot)).row.spot_failures).toBe(1);
      expect((await answered(disks, 0, spot)).row.spot_failures).toBe(0);
      expect((await answered(quota)).row.spot_failures).toBe(0);
    });
  });

  it('for the rate of a disk is tried with new parameters', async () => {
    const rate = { ...refusal, class: 'transient', reason: reason('disk_rate_quota_reached') } as const;

    expect((await answered({ ...rate, tokenSpent: false })).row).toMatchObject({ attempt: 2, launch: null });
  });

  it('keeps an earlier unknown result unknown unless the token is spent', async () => {
    const before = { launch: aLaunch(), launch_unclear_until: '2026-11-21T11:59:00.000Z' };
    const throttled = { ...refusal, class: 'throttled', reason: reason('throttled') } as const;
    const unclearAfter = async (tokenSpent: boolean, change: Partial<Sandbox>) =>
      (await answered({ ...throttled, tokenSpent }, 0, change)).row.launch_unclear_until;

    expect(await unclearAfter(false, {})).toBeNull();
    expect(await unclearAfter(false, before)).toBe(before.launch_unclear_until);
    expect(await unclearAfter(true, before)).toBeNull();
  });

  it.each([
    ['spec', 'LaunchesRefused'],
    ['access', 'AccessErrors'],
  ] as const)('for %s fails at once, uncounts the sandbox and raises an alarm', async (failure, alarm) => {
    const { row, alarms } = await answered({ ...refusal, class: failure, reason: reason('no'), tokenSpent: false });

    expect(row).toMatchObject({ phase: 'ERROR', desired: 'PAUSED', status_reason: { code: 'no' }, retry_at: null });
    expect(row.launch).toEqual(aLaunch());
    expect(alarms).toEqual([alarm]);
  });

  it('waits longer each time, up to two minutes', async () => {
    const spent = { ...refusal, class: 'capacity', reason: reason('capacity_unavailable'), tokenSpent: true } as const;
    const waits: unknown[] = [];
    for (const tries of [0, 1, 2, 3, 4, 5, 9]) waits.push((await answered(spent, tries)).waits);

    expect(waits).toEqual([3.75, 7.5, 15, 30, 60, 90, 90]);
  });
});

describe('start without capacity at AWS', () => {
  it('stays STARTING with capacity_unavailable until AWS has capacity', async () => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.alwaysFails = 'no-capacity';
    await scene.minutes(5);
    expect(await scene.read()).toMatchObject({
      phase: 'PENDING',
      desired: 'RUNNING',
      status_reason: { code: 'capacity_unavailable' },
    });

    scene.world.ecs.alwaysFails = null;
    await scene.minutes(3);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', status_reason: null });
    expect(scene.world.ecs.live()).toHaveLength(1);
  });

  it('ends in ERROR with capacity_unavailable at its deadline', async () => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.alwaysFails = 'no-capacity';

    await scene.minutes(17);

    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      status_reason: { code: 'capacity_unavailable', retryable: true },
    });
    expect(await scene.world.sandboxes.listCounted(scene.ownerId)).toEqual([]);
  });
});

const startedBy = 'ann_40x/0193aaaabbbb7ccc8dddeeeeffff0000/2';

describe('ECS task', () => {
  it('is parsed equally from the API and from an event, whose date formats differ', () => {
    const common = {
      taskArn: 'arn:1',
      startedBy,
      version: 4,
      lastStatus: 'RUNNING',
      desiredStatus: 'RUNNING',
      attachments: [
        {
          details: [
            { name: 'subnetId', value: 's' },
            { name: 'networkInterfaceId', value: 'eni-1' },
          ],
        },
        { type: 'AmazonElasticBlockStorage', details: [{ name: 'volumeId', value: 'vol-1' }] },
      ],
      containers: [{ name: 'agent', networkInterfaces: [{ privateIpv4Address: '10.0.0.1' }] }],
    };

    const created = '2026-11-21T12:00:00.125Z';
    const stopped = '2026-11-21T12:01:00.500Z';
    const fromApi = toTask({
      ...common,
      createdAt: new Date(created),
      stoppedAt: new Date(stopped),
      overrides: { containerOverrides: [] },
    });
    const fromEvent = toTask({
      ...common,
      createdAt: '2026-11-21T12:00:00.125999999Z',
      stoppedAt: '2026-11-21T13:01:00.5+01:00',
      updatedAt: '2026-11-21T12:00:01Z',
    });

    expect(fromApi).toEqual(fromEvent);
    const times = { createdAt: created, pullStartedAt: null, pullStoppedAt: null, startedAt: null, stoppedAt: stopped };
    expect(fromApi).toEqual(aTask({ arn: 'arn:1', generation: 2, version: 4, volumeId: 'vol-1', times }));
  });

  it('is parsed with an invalid time as null, because the task must still be stoppable', () => {
    expect(toTask({ taskArn: 'arn:1', stoppedAt: 'yesterday' }).times.stoppedAt).toBeNull();
  });

  it('contains why it stopped', () => {
    const task = toTask({
      taskArn: 'arn:1',
      startedBy,
      lastStatus: 'STOPPED',
      desiredStatus: 'STOPPED',
      stopCode: 'EssentialContainerExited',
      stoppedReason: 'Essential container in task exited',
      containers: [
        { exitCode: null },
        { exitCode: 137, reason: 'OutOfMemoryError: Container killed due to memory usage' },
      ],
    });

    expect(task).toMatchObject({
      stopCode: 'EssentialContainerExited',
      stoppedReason: 'Essential container in task exited: OutOfMemoryError: Container killed due to memory usage',
      exitCode: 137,
    });
    expect(classifyStop(task).reason.code).toBe('out_of_memory');
  });

  it('does not repeat a reason, and has none when ECS gives none', () => {
    const reason = 'CannotPullContainerError: not found';

    expect(toTask({ taskArn: 'a', stoppedReason: reason, containers: [{ reason }, {}] }).stoppedReason).toBe(reason);
    expect(toTask({ taskArn: 'a', stoppedReason: '', containers: [{ reason: null }] }).stoppedReason).toBeNull();
  });

  it('has an exit code of zero', () => {
    expect(toTask({ taskArn: 'a', containers: [{ exitCode: 0 }] }).exitCode).toBe(0);
    expect(toTask({ taskArn: 'a' }).capacity).toBe('on_demand');
    expect(toTask({ taskArn: 'a', capacityProviderName: 'FARGATE_SPOT' }).capacity).toBe('spot');
  });

  it('belongs to its sandbox, or to none', () => {
    expect(sandboxOfTask({ taskArn: 'a', startedBy })).toEqual({
      ownerId: 'ann@x',
      sandboxId: '0193aaaabbbb7ccc8dddeeeeffff0000',
      generation: 2,
    });
    expect(sandboxOfTask({ taskArn: 'a', startedBy: 'ecs-svc/1' })).toBeUndefined();
    expect(sandboxOfTask({ taskArn: 'a' })).toBeUndefined();
  });

  it.each([undefined, {}, { taskArn: 7 }])('is not parsed from %o', (value) => {
    expect(() => toTask(value)).toThrow();
  });
});
