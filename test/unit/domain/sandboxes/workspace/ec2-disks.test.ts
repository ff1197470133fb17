import { EC2Client } from '@aws-sdk/client-ec2';
import { beforeEach, describe, expect, it } from 'vitest';
import { resumeRequested } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { type DiskOwner, diskTags, type SaveOutcome } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { Ec2Disks } from '../../../../../shared/domain/sandboxes/workspace/ec2-disks.ts';
import { beginSnapshot } from '../../../../../shared/domain/sandboxes/workspace/save-volume.ts';
import { once, repeatable } from '../../../../../shared/platform/aws/call-limits.ts';
import { type AgentReply, useHttpAgent } from '../../../../support/http/http-agent.ts';
import { quick, startSilentServer, startSlowServer } from '../../../../support/http/silent-server.ts';
import { collect } from '../../../../support/http/walk.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { disksSuite } from '../../../../support/sandboxes/disks.suite.ts';
import { FakeDisks } from '../../../../support/sandboxes/fake-disks.ts';
import { aSnapshot, at, inPhase } from '../../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

type Answer = (form: URLSearchParams) => AgentReply | undefined;

/** EC2 over HTTP, with responses by action. Other actions succeed with an empty response. */
const agent = await useHttpAgent();
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
const ec2 = {
  settings: { endpoint: agent.url, region: 'us-east-1', credentials },
  answers: {} as Record<string, Answer | undefined>,
  called: (action: string) =>
    agent.requests.map(({ body }) => new URLSearchParams(body)).filter((form) => form.get('Action') === action),
};
agent.reply = ({ body }) => {
  const form = new URLSearchParams(body);
  const action = form.get('Action') ?? '';
  const answerOf = ec2.answers[action];
  return answerOf ? answerOf(form) : answer(action);
};
beforeEach(() => {
  ec2.answers = {};
  agent.requests.length = 0;
});

function answer(action: string, inside = ''): AgentReply {
  return { body: `<${action}Response>${inside}</${action}Response>` };
}

function failure(code: string, status = 400): () => AgentReply {
  const body = `<Response><Errors><Error><Code>${code}</Code><Message>because</Message></Error></Errors></Response>`;
  return () => ({ status, body });
}

function list(set: string, items: readonly string[], next = ''): string {
  const token = next && `<nextToken>${next}</nextToken>`;
  return `<${set}>${items.map((item) => `<item>${item}</item>`).join('')}</${set}>${token}`;
}

const owner: DiskOwner = {
  startedBy: 'ann/0193aaaabbbb7ccc8dddeeeeffff0000/2',
  mark: '0123456789abcdef',
};

const ours = list(
  'tagSet',
  diskTags(owner, 'agents-dev').map(({ key, value }) => `<key>${key}</key><value>${value}</value>`),
);

function volume(id: string, state = 'available', tags = ours): string {
  return `<volumeId>${id}</volumeId><status>${state}</status><createTime>2026-11-21T12:00:00.000Z</createTime>${tags}`;
}

function snapshot(id: string, state = 'completed', more = ''): string {
  const startTime = `<startTime>2026-11-21T12:00:0${id.slice(-1)}.000Z</startTime>`;
  return `<snapshotId>${id}</snapshotId><volumeId>vol-1</volumeId><status>${state}</status>${startTime}${more}${ours}`;
}

const clients = {
  repeatable: new EC2Client({ ...ec2.settings, ...repeatable }),
  once: new EC2Client({ ...ec2.settings, ...once }),
};
const disks = new Ec2Disks(clients, 'agents-dev');

describe('list and find', () => {
  it('return the disks of this deployment only, page by page', async () => {
    ec2.answers.DescribeVolumes = (form) =>
      form.get('NextToken') === 'more'
        ? answer('DescribeVolumes', list('volumeSet', [volume('vol-3')]))
        : answer('DescribeVolumes', list('volumeSet', [volume('vol-1'), volume('vol-2')], 'more'));

    const found = await collect(disks.volumes());

    expect(found.map(({ id }) => id)).toEqual(['vol-1', 'vol-2', 'vol-3']);
    const [first, second] = ec2.called('DescribeVolumes');
    expect(first?.get('Filter.1.Name')).toBe('tag:agent-conversations:deployment');
    expect([first?.get('Filter.1.Value.1'), second?.get('Filter.1.Value.1')]).toEqual(['agents-dev', 'agents-dev']);
  });

  it('page through snapshots too, of this account only', async () => {
    ec2.answers.DescribeSnapshots = (form) =>
      form.get('NextToken') === 'more'
        ? answer('DescribeSnapshots', list('snapshotSet', [snapshot('snap-2')]))
        : answer('DescribeSnapshots', list('snapshotSet', [snapshot('snap-1', 'pending')], 'more'));

    const found = await collect(disks.snapshots());

    expect(found.map(({ id, state }) => [id, state])).toEqual([
      ['snap-1', 'pending'],
      ['snap-2', 'completed'],
    ]);
    const [form] = ec2.called('DescribeSnapshots');
    expect(form?.get('Owner.1')).toBe('self');
    expect([form?.get('Filter.2.Name'), form?.get('Filter.2.Value.1')]).toEqual([
      'tag-key',
      'agent-conversations:saved',
    ]);
  });

  it('return no owner when the tags are not those of the service', async () => {
    ec2.answers.DescribeVolumes = () => answer('DescribeVolumes', list('volumeSet', [volume('vol-1', 'in-use', '')]));

    expect(await collect(disks.volumes())).toEqual([
      {
        id: 'vol-1',
        state: 'in-use',
        owner: undefined,
        orphanSince: null,
        isKept: false,
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ]);
  });

  it('reads the tags of a disk, and ignores an unreadable time', async () => {
    const tags = (since: string, keep: string) =>
      list('tagSet', [
        `<key>agent-conversations:orphan-since</key><value>${since}</value>`,
        `<key>agent-conversations:keep</key><value>${keep}</value>`,
      ]);
    const noted = '2026-11-20T12:00:00.000Z';
    const volumes = [volume('vol-1', 'available', tags(noted, '')), volume('vol-2', 'available', tags('soon', 'yes'))];
    ec2.answers.DescribeVolumes = () => answer('DescribeVolumes', list('volumeSet', volumes));

    expect(await collect(disks.volumes())).toMatchObject([
      { orphanSince: noted, isKept: false },
      { orphanSince: null, isKept: true },
    ]);
  });

  it.each([
    ['pending', 'pending'],
    ['completed', 'completed'],
    ['error', 'error'],
    ['recoverable', 'error'],
    ['recovering', 'pending'],
  ])('read a snapshot that is %s as %s', async (state, expected) => {
    const item = snapshot('snap-1', state, '<statusMessage>why</statusMessage>');
    ec2.answers.DescribeSnapshots = () => answer('DescribeSnapshots', list('snapshotSet', [item]));

    expect(await disks.snapshot('snap-1')).toMatchObject({ state: expected, message: 'why', owner, volumeId: 'vol-1' });
  });

  it('treat a deleted volume and an unknown snapshot as absent', async () => {
    ec2.answers.DescribeVolumes = () => answer('DescribeVolumes', list('volumeSet', [volume('vol-1', 'deleted')]));
    expect(await disks.volumesOf(owner)).toEqual([]);
    expect(await collect(disks.volumes())).toEqual([]);

    ec2.answers.DescribeSnapshots = failure('InvalidSnapshot.NotFound');
    expect(await disks.snapshot('snap-1')).toBe('absent');
  });

  it('never treat a failed call as absence', async () => {
    ec2.answers.DescribeVolumes = failure('UnauthorizedOperation', 403);
    ec2.answers.DescribeSnapshots = failure('InternalError', 500);

    await expect(collect(disks.volumes())).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
    await expect(disks.snapshot('snap-1')).rejects.toMatchObject({ name: 'InternalError' });
    await expect(disks.volumesOf(owner)).rejects.toThrow('because');
  });

  it('give EC2 more time for the full lists, which only the sweep requests', async () => {
    const slow = await startSlowServer(
      200,
      `<DescribeVolumesResponse>${list('volumeSet', [])}</DescribeVolumesResponse>`,
    );
    const hasty = new EC2Client({ ...ec2.settings, endpoint: slow.url, ...quick(once) });
    const impatient = new Ec2Disks({ repeatable: hasty, once: hasty }, 'agents-dev');

    await expect(impatient.snapshot('snap-1')).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(impatient.volumesOf(owner)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await collect(impatient.volumes())).toEqual([]);
    await slow.close();
  });

  it('retry once when EC2 throttles', async () => {
    let tries = 0;
    ec2.answers.DescribeVolumes = () => {
      tries += 1;
      const found = answer('DescribeVolumes', list('volumeSet', [volume('vol-1')]));
      return tries === 1 ? failure('RequestLimitExceeded', 503)() : found;
    };

    expect(await disks.volumesOf(owner)).toMatchObject([{ id: 'vol-1' }]);
  });
});

describe('delete', () => {
  it.each<[string | undefined, string]>([
    [undefined, 'deleted'],
    ['InvalidVolume.NotFound', 'absent'],
    ['VolumeInUse', 'busy'],
    ['IncorrectState', 'busy'],
  ])('maps the error %s of a volume to %s', async (code, expected) => {
    if (code) ec2.answers.DeleteVolume = failure(code);

    expect(await disks.deleteVolume('vol-1')).toBe(expected);
    expect(ec2.called('DeleteVolume')[0]?.get('VolumeId')).toBe('vol-1');
  });

  it.each<[string | undefined, string]>([
    [undefined, 'deleted'],
    ['InvalidSnapshot.NotFound', 'absent'],
    ['InvalidSnapshot.InUse', 'busy'],
  ])('maps the error %s of a snapshot to %s', async (code, expected) => {
    if (code) ec2.answers.DeleteSnapshot = failure(code);

    expect(await disks.deleteSnapshot('snap-1')).toBe(expected);
  });

  it('throws on every other error', async () => {
    ec2.answers.DeleteVolume = failure('UnauthorizedOperation', 403);
    ec2.answers.DeleteSnapshot = failure('InternalError', 500);

    await expect(disks.deleteVolume('vol-1')).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
    await expect(disks.deleteSnapshot('snap-1')).rejects.toMatchObject({ name: 'InternalError' });
  });
});

describe('save', () => {
  beforeEach(() => {
    ec2.answers.CreateSnapshot = () => answer('CreateSnapshot', snapshot('snap-1', 'pending'));
  });

  it('tags the snapshot with its sandbox', async () => {
    expect(await disks.save('vol-1', owner)).toEqual({
      kind: 'accepted',
      snapshot: {
        id: 'snap-1',
        volumeId: 'vol-1',
        state: 'pending',
        message: null,
        owner,
        orphanSince: null,
        isKept: false,
        startedAt: '2026-11-21T12:00:01.000Z',
      },
    });
    const [form] = ec2.called('CreateSnapshot');
    const saved = { key: 'agent-conversations:saved', value: 'vol-1' };
    const tags = [...diskTags(owner, 'agents-dev'), saved].flatMap(({ key, value }) => [key, value]);
    const sent = [1, 2, 3, 4].flatMap((number) =>
      ['Key', 'Value'].map((part) => form?.get(`TagSpecification.1.Tag.${number}.${part}`)),
    );
    expect(sent).toEqual(tags);
    expect(form?.get('TagSpecification.1.ResourceType')).toBe('snapshot');
  });

  it('looks up an earlier snapshot of this volume and generation that has not failed', async () => {
    ec2.answers.DescribeSnapshots = (form) =>
      form.get('NextToken')
        ? answer('DescribeSnapshots', list('snapshotSet', [snapshot('snap-5'), snapshot('snap-2')]))
        : answer('DescribeSnapshots', list('snapshotSet', [], 'more'));

    const outcome = await disks.save('vol-1', owner);

    expect(outcome).toMatchObject({ kind: 'accepted', snapshot: { id: 'snap-2' } });
    expect(ec2.called('CreateSnapshot')).toEqual([]);
    const [form] = ec2.called('DescribeSnapshots');
    const filters = [1, 2, 3, 4, 5].map((number) => [
      form?.get(`Filter.${number}.Name`),
      form?.get(`Filter.${number}.Value.1`),
      form?.get(`Filter.${number}.Value.2`),
    ]);
    expect(filters).toEqual([
      // Backups have the tags of the volume, but not the tag of a save.
      ['tag:agent-conversations:saved', 'vol-1', null],
      ['status', 'pending', 'completed'],
      ['tag:agent-conversations:deployment', 'agents-dev', null],
      ['tag:agent-conversations:sandbox', owner.startedBy, null],
      ['tag:agent-conversations:mark', owner.mark, null],
    ]);
  });

  it.each<[string, number, code: string, retryable: boolean]>([
    ['UnauthorizedOperation', 403, 'access_denied', false],
    ['AuthFailure', 401, 'access_denied', false],
    ['InvalidVolume.NotFound', 400, 'volume_lost', false],
    ['RequestLimitExceeded', 503, 'throttled', true],
    ['SnapshotCreationPerVolumeRateExceeded', 400, 'throttled', true],
    ['ConcurrentSnapshotLimitExceeded', 400, 'throttled', true],
    ['PendingSnapshotLimitExceeded', 400, 'throttled', true],
    ['SnapshotLimitExceeded', 400, 'quota_reached', true],
    ['IncorrectState', 400, 'throttled', true],
    ['InvalidParameterValue', 400, 'snapshot_refused', false],
  ])('is refused with %s (%i)', async (name, status, code, retryable) => {
    ec2.answers.CreateSnapshot = failure(name, status);

    expect(await disks.save('vol-1', owner)).toMatchObject({ kind: 'refused', code, retryable });
  });

  it.each<[string, () => AgentReply | undefined]>([
    ['a fault of EC2', failure('InternalError', 500)],
    ['a fault without a name', () => ({ status: 502, body: '' })],
    ['a broken connection', () => undefined],
  ])('has an unknown result after %s, and the SDK does not retry', async (_, reply) => {
    ec2.answers.CreateSnapshot = reply;

    expect(await disks.save('vol-1', owner)).toMatchObject({ kind: 'unclear' });
    expect(ec2.called('CreateSnapshot')).toHaveLength(1);
  });

  it('creates no snapshot when the lookup failed', async () => {
    ec2.answers.DescribeSnapshots = failure('InternalError', 500);

    expect(await disks.save('vol-1', owner)).toMatchObject({ kind: 'unclear' });
    expect(ec2.called('CreateSnapshot')).toEqual([]);
  });

  it('aborts when EC2 does not answer', async () => {
    const silent = await startSilentServer();
    const hanging = { ...ec2.settings, endpoint: silent.url };
    const patience = {
      repeatable: clients.repeatable,
      once: new EC2Client({ ...hanging, ...quick(once) }),
    };

    const outcome = await new Ec2Disks(patience, 'agents-dev').save('vol-1', owner);

    expect(outcome).toMatchObject({ kind: 'unclear', error: { name: 'TimeoutError' } });
    expect(silent.connections()).toBe(1);
    await silent.close();
  });
});

describe('the fake disks', () => {
  const clock = new SettableClock();
  const disks = new FakeDisks(clock);
  disksSuite(() => ({
    disks,
    attach: async (ownerOfDisk) => disks.attach(ownerOfDisk, null)?.id ?? '',
    release: async (id) => disks.detach(id),
    failNextSnapshot: () => disks.failNextSave('snapshot-fails'),
    settle: async () => {
      clock.advance(disks.snapshotSeconds);
      disks.tick();
    },
  }));
});

describe('contents of fake disks', () => {
  it('are kept by a snapshot, and a disk from that snapshot has them again', async () => {
    const clock = new SettableClock();
    const disks = new FakeDisks(clock);
    const first = disks.attach(owner, null);
    disks.write(first?.id ?? '', 'before');
    const outcome = await disks.save(first?.id ?? '', owner);
    disks.write(first?.id ?? '', 'after');
    const snapshotId = outcome.kind === 'accepted' ? outcome.snapshot.id : '';
    expect(disks.attach(owner, snapshotId)).toBeUndefined();
    clock.advance(disks.snapshotSeconds);
    disks.tick();

    const second = disks.attach(owner, snapshotId);

    expect(disks.contentOf(second?.id ?? '')).toEqual(['before']);
    expect(disks.events).toEqual([{ snapshotId, volumeId: first?.id, result: 'succeeded', owner }]);
  });

  it('record each volume that was deleted before its contents were saved', async () => {
    const disks = new FakeDisks(new SettableClock());
    const volume = disks.plantVolume(owner);
    disks.write(volume.id, 'work');

    await disks.deleteVolume(volume.id);

    expect(disks.deletedUnsaved).toEqual([volume]);
  });
});

async function answered(outcome: SaveOutcome, change: Partial<Sandbox> = {}, seconds = 0) {
  const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED', ...change }));
  const deps = scene.world.reconcileDeps();
  const alarms: string[] = [];
  scene.world.clock.advance(seconds);
  await beginSnapshot(await scene.read(), {
    ...deps,
    disks: { ...deps.disks, save: async () => outcome },
    alarm: (metric) => alarms.push(metric),
    random: () => 0.5,
  });
  const row = await scene.read();
  const waits = row.retry_at && (Date.parse(row.retry_at) - scene.world.clock.now().getTime()) / 1000;
  return { row, alarms, waits };
}

const refused = (code: string, retryable = false) =>
  ({ kind: 'refused', code, message: 'Not now.', retryable }) as const;
const unclear = { kind: 'unclear', error: new Error('reset') } as const;
const long = limits.consistency + 1;

describe('snapshot in progress', () => {
  const own = (row: Sandbox) => aSnapshot({ state: 'pending', volumeId: 'vol-1', owner: diskOwner(row) });

  async function begun(
    change: Partial<Sandbox>,
    meanwhile: (scene: LifecycleScene) => Promise<unknown> = async () => {},
  ) {
    const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED', ...change }));
    const snapshot = own(await scene.read());
    let asked = 0;
    const save = async (): Promise<SaveOutcome> => {
      asked += 1;
      await meanwhile(scene);
      return { kind: 'accepted', snapshot };
    };
    await scene.look({}, { disks: Object.assign(Object.create(scene.world.reconcileDeps().disks), { save }) });
    return { row: await scene.read(), asked: () => asked };
  }

  it('is recorded', async () => {
    const { row } = await begun({ retry_at: at(-1) });

    expect(row).toMatchObject({ phase: 'SAVING', saving_snapshot_id: 'snap-2', volume_id: 'vol-1', retry_at: null });
    expect(row.save_lease_until).toBeNull();
  });

  it('is recorded even when a caller changed the intent during the call of EC2', async () => {
    const { row } = await begun({}, async (scene) => {
      const previous = await scene.read();
      const next = resumeRequested(previous, scene.world.clock.now());
      if (next) await scene.world.sandboxes.save([{ previous, next }]);
    });

    expect(row).toMatchObject({ phase: 'SAVING', desired: 'RUNNING', saving_snapshot_id: 'snap-2' });
  });

  it('is requested by one of two concurrent workers', async () => {
    const { row, asked } = await begun({}, async (scene) => {
      await scene.look();
    });

    expect(asked()).toBe(1);
    expect(row.saving_snapshot_id).toBe('snap-2');
  });

  it('is not discarded when it was given up before', async () => {
    const discards = [{ kind: 'snapshot', id: 'snap-2' } as const, { kind: 'volume', id: 'vol-0' } as const];

    const { row } = await begun({ discards, save_attempts: 1 });

    expect(row.discards).toEqual([{ kind: 'volume', id: 'vol-0' }]);
  });

  it('is not adopted when a backup service made it from the same volume', async () => {
    const foreign = aSnapshot({ state: 'completed', volumeId: 'vol-1', owner: undefined });
    const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED', save_lease_until: at(10) }));

    await scene.look({ snapshot: { id: foreign.id, found: foreign } });

    expect((await scene.read()).saving_snapshot_id).toBeNull();
  });
});

describe('snapshot that EC2 refuses', () => {
  it.each([
    ['is too busy', refused('throttled', true)],
    ['does not answer', unclear],
  ])('is requested again at growing intervals when EC2 %s, without counting a failure', async (_, outcome) => {
    const waits: unknown[] = [];
    for (const seconds of [0, 10, 40, 160, 5000]) {
      const { row, waits: seconds_ } = await answered(outcome, { save_attempts: 1 }, seconds);
      expect(row).toMatchObject({ phase: 'SAVING', save_attempts: 1, volume_id: 'vol-1', status_reason: null });
      waits.push(seconds_);
    }

    expect(waits).toEqual([3.75, 7.5, 30, 90, 90]);
  });

  it('goes to ERROR with snapshot_failed when EC2 refuses permanently, and keeps the volume', async () => {
    const { row, alarms } = await answered(refused('snapshot_refused'));

    expect(row).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      volume_id: 'vol-1',
      status_reason: { code: 'snapshot_failed', retryable: true },
    });
    expect(alarms).toEqual([]);
  });

  it("is requested for some minutes at the account's quota, then given up with the volume kept", async () => {
    const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED' }));
    const { disks } = scene.world.reconcileDeps();
    let asked = 0;
    const full: typeof disks = Object.assign(Object.create(disks), {
      save: async (): Promise<SaveOutcome> => {
        asked += 1;
        return refused('quota_reached', true);
      },
    });
    const begun = scene.world.clock.now().getTime();
    for (let looks = 0; looks < 60 && (await scene.read()).phase === 'SAVING'; looks += 1) {
      scene.world.clock.advance(10);
      await scene.look({}, { disks: full });
    }

    expect(asked).toBe(limits.quotaSaves);
    expect(scene.world.clock.now().getTime() - begun).toBeGreaterThan(150_000);
    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      volume_id: 'vol-1',
      status_reason: { code: 'snapshot_quota_reached', retryable: true },
    });
    await scene.want('resume');
    await scene.look({}, { disks: full });
    // A resume saves it first, with the same number of tries.
    expect(await scene.read()).toMatchObject({ phase: 'SAVING', volume_id: 'vol-1', save_attempts: 1 });
  });

  it('raises the alarm AccessErrors when a permission is missing', async () => {
    expect((await answered(refused('access_denied'))).alarms).toEqual(['AccessErrors']);
  });

  it.each([
    [
      'access_denied',
      'The workspace could not be saved: this service lacks a permission that it needs. Its disk is kept.',
    ],
    [
      'snapshot_refused',
      'The workspace could not be saved: User: (a resource) of (an account) may not. Its disk is kept.',
    ],
  ])('shows the owner no role and no account: %s', async (code, message) => {
    const said = 'User: arn:aws:sts::123456789012:assumed-role/reconcile of 123456789012 may not.';

    const { row } = await answered({ ...refused(code), message: said });

    expect(row.status_reason?.message).toBe(message);
  });

  it('throws for a sandbox without a volume', async () => {
    await expect(answered(unclear, { volume_id: null })).rejects.toThrow('has no volume to save');
  });
});

describe('volume that is gone before it was saved', () => {
  it('is retried until the consistency time of EC2 has passed', async () => {
    const { row, waits } = await answered(refused('volume_lost'), {}, limits.consistency);

    expect(row).toMatchObject({ phase: 'SAVING', volume_id: 'vol-1' });
    expect(waits).toBeGreaterThan(0);
  });

  it('leaves the earlier snapshot, which only a resume uses', async () => {
    const saved = { snapshot_id: 'snap-1', saved_at: at(-3600) };

    const { row } = await answered(refused('volume_lost'), { ...saved, desired: 'RUNNING' }, long);

    expect(row).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      volume_id: null,
      snapshot_id: 'snap-1',
      status_reason: { code: 'workspace_outdated', retryable: true },
    });
    expect(row.status_reason?.message).toContain(at(-3600));
  });

  it('ends in ERROR with workspace_lost when the workspace was never saved', async () => {
    const { row } = await answered(refused('volume_lost'), {}, long);

    expect(row).toMatchObject({ phase: 'ERROR', status_reason: { code: 'workspace_lost', retryable: false } });
  });

  it('does not restore a sandbox that is being deleted', async () => {
    const { row } = await answered(refused('volume_lost'), { desired: 'DELETED' }, long);

    expect(row.desired).toBe('DELETED');
  });
});
