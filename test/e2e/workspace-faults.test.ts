import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf, foundInWorkspace, leaveInWorkspace, waitForBelongings } from './support/belongings.ts';
import { withSweeps } from './support/control.ts';
import { waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { type Fault, Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { startSandbox } from './support/sandboxes.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ofCreateSnapshot = { service: 'ec2', action: 'CreateSnapshot', times: 1 } as const;
const ofDeleteVolume = { service: 'ec2', action: 'DeleteVolume', times: 1 } as const;
const ofNotifications = { service: 'events', action: 'EBS Snapshot Notification', times: 1 } as const;
const refused = { kind: 'refuse', error: 'SnapshotCreationPerVolumeRateExceeded' } as const;

describe.runIf(stateDirectory !== null)('the workspace of a sandbox', () => {
  /** Of each sandbox: the checksum of what is in its workspace, and how often it was saved. */
  const kept = new Map<string, { readonly content: string; saves: number }>();
  let owner: Owner;
  /** What only a sweep can mend is begun first, and looked at last. */
  let [unannounced, undeleted] = ['', ''];

  const pause = (id: string) => owner.api.post(`/api/v1/sandboxes/${id}/pause`);
  const resume = (id: string) => owner.api.post(`/api/v1/sandboxes/${id}/resume`);
  const read = async (id: string) => (await owner.api.get(`/api/v1/sandboxes/${id}`)).body;

  async function startWithContent(): Promise<string> {
    const { id } = await startSandbox(owner.api);
    kept.set(id, { content: await leaveInWorkspace(state, id), saves: 0 });
    return id;
  }

  const saved = (id: string) =>
    eventually('the workspace is saved', async () => ((await read(id)).expires_at === null ? undefined : true));

  async function expectResumed(id: string): Promise<void> {
    await resume(id);
    await waitForSandbox(owner.api, id, 'RUNNING');
    const before = kept.get(id) ?? expect.fail('it was not started here');
    before.saves += 1;
    expect(await foundInWorkspace(state, id)).toBe(before.content);
    expect((await belongingsOf(state, id)).live).toHaveLength(1);
  }

  beforeAll(async () => {
    owner = await newOwner();
    [unannounced, undeleted] = await Promise.all([startWithContent(), startWithContent()]);
    await faults.add({ ...ofNotifications, kind: 'drop' });
    await pause(unannounced);
    await faults.committed();
    await faults.add({ ...ofDeleteVolume, kind: 'refuse', error: 'VolumeInUse', times: 10 });
    await pause(undeleted);
    await saved(undeleted);
    await eventually('the volume stays', async () => ((await faults.happened(10)) > 0 ? true : undefined));
    await faults.clear();
  });
  afterEach(() => faults.clear());

  it('survives one pause after the other', async () => {
    const id = await startWithContent();

    for (const _round of [1, 2, 3]) {
      await pause(id);
      await saved(id);
      await expectResumed(id);
    }
  });

  it.each<[string, Fault]>([
    ['the answer of CreateSnapshot is lost', { ...ofCreateSnapshot, kind: 'drop-answer' }],
    ['CreateSnapshot is throttled', { ...ofCreateSnapshot, kind: 'throttle' }],
    ['CreateSnapshot fails', { ...ofCreateSnapshot, kind: 'error' }],
    ['CreateSnapshot is refused for a while', { ...ofCreateSnapshot, ...refused }],
    ['the snapshot fails', { ...ofCreateSnapshot, kind: 'fail', message: 'no room' }],
    ['it is told twice that the snapshot is complete', { ...ofNotifications, kind: 'repeat' }],
    ['it is told late that the snapshot is complete', { ...ofNotifications, kind: 'delay', milliseconds: 2_000 }],
    ['the answer of DeleteVolume is lost', { ...ofDeleteVolume, kind: 'drop-answer' }],
  ])('is saved although %s', async (_what, fault) => {
    const id = await startWithContent();
    await faults.add(fault);

    await pause(id);
    await saved(id);

    await expectResumed(id);
    await faults.committed();
  });

  it('is saved before a resume that comes meanwhile', async () => {
    const id = await startWithContent();
    await faults.add({ ...ofCreateSnapshot, kind: 'slow', milliseconds: 3_000 });
    await pause(id);
    await eventually('the snapshot is under way', async () =>
      (await belongingsOf(state, id)).snapshots.some(({ state: now }) => now === 'pending') ? true : undefined,
    );

    expect((await resume(id)).body).toEqual({ success: true });

    expect(await read(id)).toMatchObject({ status: 'STARTING', session_api_key: null });
    await expectResumed(id);
  });

  it('is kept on its disk when it cannot be saved, and saved at the next resume', async () => {
    const id = await startWithContent();
    await faults.add({ ...ofCreateSnapshot, kind: 'fail', message: 'no room', times: 100 });
    await pause(id);

    const failed = await waitForSandbox(owner.api, id, 'ERROR');

    expect(failed.status_detail).toMatch(/could not be saved: no room\. Its disk is kept/);
    expect((await belongingsOf(state, id)).volumes).toHaveLength(1);
    await faults.clear();
    await expectResumed(id);
  });

  it('is saved although nobody heard of it', async () => {
    await withSweeps(state, saved(unannounced));
    await expectResumed(unannounced);
  });

  it('costs nothing twice: each has one disk and the last two snapshots in the end, and nothing when it is deleted', async () => {
    await expectResumed(undeleted);
    const wanted = ({ saves }: { readonly saves: number }) => [1, 1, Math.min(saves, 2)] as const;
    const all = [...kept].map(([id, history]) => waitForBelongings(state, id, wanted(history)));
    await withSweeps(state, Promise.all(all));

    await Promise.all([...kept.keys()].map((id) => owner.api.delete(`/api/v1/sandboxes/${id}`)));

    const gone = [...kept.keys()].map((id) => waitForBelongings(state, id, [0, 0, 0]));
    await withSweeps(state, Promise.all(gone));
  });
});
