import { EC2Client } from '@aws-sdk/client-ec2';
import { beforeEach, describe, expect, it } from 'vitest';
import { once, repeatable } from '../../../shared/aws/call-limits.ts';
import { diskTags } from '../../../shared/sandboxes/disk-tags.ts';
import { Ec2Disks } from '../../../shared/sandboxes/ec2-disks.ts';
import type { AgentReply } from '../../support/http-agent.ts';
import { answer, failure, list, anEc2Owner as owner, snapshot, useHttpEc2 } from '../../support/http-ec2.ts';
import { quick, startSilentServer } from '../../support/silent-server.ts';

const ec2 = await useHttpEc2();
const clients = {
  repeatable: new EC2Client({ ...ec2.settings, ...repeatable }),
  once: new EC2Client({ ...ec2.settings, ...once }),
};
const disks = new Ec2Disks(clients, 'agents-dev');

describe('saving', () => {
  beforeEach(() => {
    ec2.answers.CreateSnapshot = () => answer('CreateSnapshot', snapshot('snap-1', 'pending'));
  });

  it('tags the snapshot with whose it is', async () => {
    expect(await disks.save('vol-1', owner)).toEqual({
      kind: 'accepted',
      snapshot: {
        id: 'snap-1',
        volumeId: 'vol-1',
        state: 'pending',
        message: null,
        owner,
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

  it('looks for the one that was begun before: of this volume, of this generation, not failed', async () => {
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
      // A backup of the volume has its tags, and none that says that it was saved.
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
  ])('is unclear after %s, and is not tried again behind our back', async (_, reply) => {
    ec2.answers.CreateSnapshot = reply;

    expect(await disks.save('vol-1', owner)).toMatchObject({ kind: 'unclear' });
    expect(ec2.called('CreateSnapshot')).toHaveLength(1);
  });

  it('creates nothing when it could not look first', async () => {
    ec2.answers.DescribeSnapshots = failure('InternalError', 500);

    expect(await disks.save('vol-1', owner)).toMatchObject({ kind: 'unclear' });
    expect(ec2.called('CreateSnapshot')).toEqual([]);
  });

  it('ends when EC2 does not answer', async () => {
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
