import { EC2Client } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { Ec2Disks } from '../../../../../shared/domain/sandboxes/workspace/ec2-disks.ts';
import { once, repeatable } from '../../../../../shared/platform/aws/call-limits.ts';
import { quick, startSlowServer } from '../../../../support/http/silent-server.ts';
import { collect } from '../../../../support/http/walk.ts';
import {
  answer,
  failure,
  list,
  anEc2Owner as owner,
  snapshot,
  useHttpEc2,
  volume,
} from '../../../../support/sandboxes/http-ec2.ts';

const ec2 = await useHttpEc2();
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

  it('reads the notes on a disk, and takes an unreadable time for none', async () => {
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
