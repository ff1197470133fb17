import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf } from '../../support/service/belongings.ts';
import { eventually } from '../../support/service/eventually.ts';
import { type Fault, Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { skipPause } from '../../support/service/time.ts';
import { Workspaces } from '../../support/service/workspaces.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ofCreateSnapshot = { service: 'ec2', action: 'CreateSnapshot', times: 1 } as const;
const ofDeleteVolume = { service: 'ec2', action: 'DeleteVolume' } as const;
const ofNotifications = { service: 'events', action: 'EBS Snapshot Notification', times: 1 } as const;

const saveFaults: readonly Fault[] = [
  { ...ofCreateSnapshot, kind: 'throttle' },
  { ...ofCreateSnapshot, kind: 'error' },
  { ...ofCreateSnapshot, kind: 'refuse', error: 'SnapshotCreationPerVolumeRateExceeded' },
  { ...ofCreateSnapshot, kind: 'drop-answer' },
  { ...ofNotifications, kind: 'repeat' },
  { ...ofDeleteVolume, kind: 'drop-answer', times: 1 },
];

describe.runIf(stateDirectory !== null)('the workspace of a sandbox', () => {
  let workspaces: Workspaces;
  let often = '';
  let unheard = '';

  beforeAll(async () => {
    workspaces = new Workspaces(state, await newOwner());
    [often, unheard] = await Promise.all([workspaces.start(), workspaces.start()]);
  });
  afterEach(() => faults.clear());

  it('is saved although each EC2 call fails once and the event arrives twice', async () => {
    for (const fault of saveFaults) await faults.add(fault);

    await workspaces.pause(often);
    await workspaces.savedAtLast(often);

    await workspaces.expectResumed(often);
    await faults.committed();
  });

  it('is saved before a resume that comes during the save', async () => {
    await faults.add({ ...ofCreateSnapshot, kind: 'slow', milliseconds: 200_000 });
    await workspaces.pause(often);
    await eventually('the snapshot is pending', async () =>
      (await belongingsOf(state, often)).snapshots.some(({ state: now }) => now === 'pending'),
    );

    expect((await workspaces.resume(often)).body).toEqual({ success: true });

    expect(await workspaces.read(often)).toMatchObject({ status: 'STARTING', session_api_key: null });
    await faults.clear();
    await workspaces.expectResumed(often);
  });

  it('stays on its volume when the save fails, and is saved at the next resume', async () => {
    await faults.add({ ...ofCreateSnapshot, kind: 'fail', message: 'no room', times: 100 });
    await workspaces.pause(often);

    const failed = await eventually('it has failed', async () => {
      await skipPause(state, often);
      const body = await workspaces.read(often);
      return body.status === 'ERROR' ? body : undefined;
    });

    expect(failed.status_detail).toMatch(/could not be saved: no room\. Its disk is kept/);
    expect((await belongingsOf(state, often)).volumes).toHaveLength(1);
    await faults.clear();
    await workspaces.expectResumed(often);
  });

  it('is saved by the sweep when its event is lost and EC2 refuses to delete the volume', async () => {
    await faults.add({ ...ofNotifications, kind: 'drop' });
    await faults.add({ ...ofDeleteVolume, kind: 'refuse', error: 'VolumeInUse', times: 2 });
    await workspaces.pause(unheard);

    await withSweeps(state, Promise.all([workspaces.saved(unheard), faults.committed()]));
    await workspaces.expectResumed(unheard);
  });

  it('leaves no duplicate resource, and none after the deletion of its sandbox', () => workspaces.expectNothingTwice());
});
