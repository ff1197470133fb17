import { EC2Client } from '@aws-sdk/client-ec2';
import { beforeEach, describe, expect, it } from 'vitest';
import { diskTags } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { Ec2Disks } from '../../../../../shared/domain/sandboxes/workspace/ec2-disks.ts';
import { once, repeatable } from '../../../../../shared/platform/aws/call-limits.ts';
import type { AgentReply } from '../../../../support/http/http-agent.ts';
import { quick, startSilentServer } from '../../../../support/http/silent-server.ts';
import {
  answer,
  failure,
  list,
  anEc2Owner as owner,
  snapshot,
  useHttpEc2,
} from '../../../../support/sandboxes/http-ec2.ts';

const ec2 = await useHttpEc2();
const clients = {
  repeatable: new EC2Client({ ...ec2.settings, ...repeatable }),
  once: new EC2Client({ ...ec2.settings, ...once }),
};
const disks = new Ec2Disks(clients, 'agents-dev');

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
