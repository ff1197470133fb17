import { afterEach, beforeAll, describe, it } from 'vitest';
import { type Fault, Faults } from './support/faults.ts';
import { newOwner, service } from './support/owners.ts';
import { Workspaces } from './support/workspaces.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ofCreateSnapshot = { service: 'ec2', action: 'CreateSnapshot', times: 1 } as const;
const ofDeleteVolume = { service: 'ec2', action: 'DeleteVolume', times: 1 } as const;
const ofNotifications = { service: 'events', action: 'EBS Snapshot Notification', times: 1 } as const;
const refused = { kind: 'refuse', error: 'SnapshotCreationPerVolumeRateExceeded' } as const;

const cases: readonly (readonly [string, Fault])[] = [
  ['the answer of CreateSnapshot is lost', { ...ofCreateSnapshot, kind: 'drop-answer' }],
  ['CreateSnapshot is throttled', { ...ofCreateSnapshot, kind: 'throttle' }],
  ['CreateSnapshot fails', { ...ofCreateSnapshot, kind: 'error' }],
  ['CreateSnapshot is refused for a while', { ...ofCreateSnapshot, ...refused }],
  ['the snapshot fails', { ...ofCreateSnapshot, kind: 'fail', message: 'no room' }],
  ['it is told twice that the snapshot is complete', { ...ofNotifications, kind: 'repeat' }],
  ['it is told late that the snapshot is complete', { ...ofNotifications, kind: 'delay', milliseconds: 2_000 }],
  ['the answer of DeleteVolume is lost', { ...ofDeleteVolume, kind: 'drop-answer' }],
];

describe.runIf(stateDirectory !== null)('the workspace of a sandbox', () => {
  let workspaces: Workspaces;
  let ids: readonly string[];

  beforeAll(async () => {
    workspaces = new Workspaces(state, await newOwner());
    // They start together; what goes wrong afterwards goes wrong for one at a time.
    ids = await Promise.all(cases.map(() => workspaces.start()));
  });
  afterEach(() => faults.clear());

  it.each(cases.map(([what, fault], index) => [what, fault, index] as const))(
    'is saved although %s',
    async (_what, fault, index) => {
      const id = ids[index] ?? '';
      await faults.add(fault);

      await workspaces.pause(id);
      await workspaces.savedAtLast(id);

      await workspaces.expectResumed(id);
      await faults.committed();
    },
  );

  it('costs nothing twice', () => workspaces.expectNothingTwice());
});
