import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf } from './support/belongings.ts';
import { eventually } from './support/eventually.ts';
import { Faults } from './support/faults.ts';
import { newOwner, service } from './support/owners.ts';
import { withSweeps } from './support/sweeps.ts';
import { skipPause } from './support/time.ts';
import { Workspaces } from './support/workspaces.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ofCreateSnapshot = { service: 'ec2', action: 'CreateSnapshot', times: 1 } as const;
const ofDeleteVolume = { service: 'ec2', action: 'DeleteVolume', times: 1 } as const;
const ofNotifications = { service: 'events', action: 'EBS Snapshot Notification', times: 1 } as const;

describe.runIf(stateDirectory !== null)('the workspace of a sandbox', () => {
  let workspaces: Workspaces;
  /** What only a sweep can mend is begun first, and looked at last. */
  let [unannounced, undeleted, often, wanted, unsaved] = ['', '', '', '', ''];

  beforeAll(async () => {
    workspaces = new Workspaces(state, await newOwner());
    const started = await Promise.all(Array.from({ length: 5 }, () => workspaces.start()));
    [unannounced = '', undeleted = '', often = '', wanted = '', unsaved = ''] = started;
    await faults.add({ ...ofNotifications, kind: 'drop' });
    await workspaces.pause(unannounced);
    await faults.committed();
    await faults.add({ ...ofDeleteVolume, kind: 'refuse', error: 'VolumeInUse', times: 10 });
    await workspaces.pause(undeleted);
    await workspaces.saved(undeleted);
    await eventually('the volume stays', async () => ((await faults.happened(10)) > 0 ? true : undefined));
    await faults.clear();
  });
  afterEach(() => faults.clear());

  it('survives one pause after the other', async () => {
    for (const _round of [1, 2, 3]) {
      await workspaces.pause(often);
      await workspaces.saved(often);
      await workspaces.expectResumed(often);
    }
  });

  it('is saved before a resume that comes meanwhile', async () => {
    await faults.add({ ...ofCreateSnapshot, kind: 'slow', milliseconds: 200_000 });
    await workspaces.pause(wanted);
    await eventually('the snapshot is under way', async () =>
      (await belongingsOf(state, wanted)).snapshots.some(({ state: now }) => now === 'pending') ? true : undefined,
    );

    expect((await workspaces.resume(wanted)).body).toEqual({ success: true });

    expect(await workspaces.read(wanted)).toMatchObject({ status: 'STARTING', session_api_key: null });
    await faults.clear();
    await workspaces.expectResumed(wanted);
  });

  it('is kept on its disk when it cannot be saved, and saved at the next resume', async () => {
    await faults.add({ ...ofCreateSnapshot, kind: 'fail', message: 'no room', times: 100 });
    await workspaces.pause(unsaved);

    const failed = await eventually('it has failed', async () => {
      await skipPause(state, unsaved);
      const body = await workspaces.read(unsaved);
      return body.status === 'ERROR' ? body : undefined;
    });

    expect(failed.status_detail).toMatch(/could not be saved: no room\. Its disk is kept/);
    expect((await belongingsOf(state, unsaved)).volumes).toHaveLength(1);
    await faults.clear();
    await workspaces.expectResumed(unsaved);
  });

  it('is saved although nobody heard of it', async () => {
    await withSweeps(state, workspaces.saved(unannounced));
    await workspaces.expectResumed(unannounced);
  });

  it('costs nothing twice', async () => {
    await workspaces.expectResumed(undeleted);

    await workspaces.expectNothingTwice();
  });
});
