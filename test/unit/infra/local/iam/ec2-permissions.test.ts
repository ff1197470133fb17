import { describe, expect, it } from 'vitest';
import { ec2Permissions } from '../../../../../infra/local/iam/call-permissions.ts';
import { decide, parsePolicy } from '../../../../../infra/local/iam/policy.ts';

const volume = 'arn:aws:ec2:us-east-1:000000000000:volume/vol-1';
const snapshots = 'arn:aws:ec2:us-east-1::snapshot/*';
const tags: Readonly<Record<string, Record<string, string>>> = {
  'vol-1': { 'app:deployment': 'dev', 'app:Sandbox': 'a/b/1' },
  'vol-2': { 'app:deployment': 'prod' },
  'snap-1': { 'app:deployment': 'dev' },
};

function ec2(operation: string, input: Record<string, unknown>) {
  const scope = { region: 'us-east-1', accountId: '000000000000', tagsOf: (id: string) => tags[id] };
  return ec2Permissions(operation, input, scope);
}

function tagged(...Tags: { Key: string; Value: string }[]) {
  return { TagSpecifications: [{ ResourceType: 'snapshot', Tags }] };
}

describe('permissions of an EC2 call', () => {
  it('of CreateSnapshot are the volume with its tags, the new snapshot with its tags, and the tagging', () => {
    const requests = ec2('CreateSnapshot', {
      VolumeId: 'vol-1',
      ...tagged({ Key: 'app:deployment', Value: 'dev' }, { Key: 'Name', Value: '' }),
    });

    const given = { 'aws:requesttag/app:deployment': ['dev'] };
    expect(requests.map(({ context, ...rest }) => ({ ...rest, ...Object.fromEntries(context) }))).toEqual([
      {
        action: 'ec2:CreateSnapshot',
        resource: volume,
        'aws:resourcetag/app:deployment': ['dev'],
        'aws:resourcetag/app:sandbox': ['a/b/1'],
      },
      { action: 'ec2:CreateSnapshot', resource: snapshots, ...given, 'aws:requesttag/name': [''] },
      {
        action: 'ec2:CreateTags',
        resource: snapshots,
        ...given,
        'aws:requesttag/name': [''],
        'ec2:createaction': ['CreateSnapshot'],
      },
    ]);
  });

  it('of CreateSnapshot without tags include no tagging', () => {
    expect(ec2('CreateSnapshot', { VolumeId: 'vol-1' }).map(({ action }) => action)).toEqual([
      'ec2:CreateSnapshot',
      'ec2:CreateSnapshot',
    ]);
  });

  it('of a deletion are the one resource with its tags', () => {
    const [known] = ec2('DeleteVolume', { VolumeId: 'vol-1' });
    const [snapshot] = ec2('DeleteSnapshot', { SnapshotId: 'snap-1' });

    expect(known).toMatchObject({ action: 'ec2:DeleteVolume', resource: volume });
    expect(known?.context.get('aws:resourcetag/app:deployment')).toEqual(['dev']);
    expect(snapshot).toMatchObject({ resource: 'arn:aws:ec2:us-east-1::snapshot/snap-1' });
    expect(snapshot?.context.get('aws:resourcetag/app:deployment')).toEqual(['dev']);
  });

  it('of a missing resource are none, so that EC2 returns its own error', () => {
    expect(ec2('DeleteVolume', { VolumeId: 'vol-9' })).toEqual([]);
    expect(ec2('DeleteSnapshot', { SnapshotId: 'snap-9' })).toEqual([]);
    expect(ec2('CreateSnapshot', { VolumeId: 'vol-9', ...tagged({ Key: 'a', Value: 'b' }) })).toEqual([]);
  });

  it('of CreateTags are each resource with its tags, the tags that it is to get and their keys', () => {
    const requests = ec2('CreateTags', {
      Resources: ['vol-1', 'snap-1', 'vol-9'],
      Tags: [
        { Key: 'seen', Value: 'x' },
        { Key: 'Other', Value: '' },
      ],
    });

    expect(requests.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      `ec2:CreateTags ${volume}`,
      'ec2:CreateTags arn:aws:ec2:us-east-1::snapshot/snap-1',
    ]);
    expect(Object.fromEntries(requests[1]?.context ?? [])).toEqual({
      'aws:resourcetag/app:deployment': ['dev'],
      'aws:requesttag/seen': ['x'],
      'aws:requesttag/other': [''],
      'aws:tagkeys': ['seen', 'Other'],
    });
  });

  it.each(['DescribeVolumes', 'DescribeSnapshots', 'DescribeNetworkInterfaces'])('of %s name no resource', (name) => {
    expect(ec2(name, {})).toEqual([{ action: `ec2:${name}`, resource: '*', context: new Map() }]);
  });

  it('satisfy the policies that restrict them by tags', () => {
    const mine = { StringEquals: { 'aws:ResourceTag/app:deployment': 'dev' } };
    const statements = parsePolicy({
      Statement: [
        { Effect: 'Allow', Action: 'ec2:CreateSnapshot', Resource: 'arn:aws:ec2:*:*:volume/*', Condition: mine },
        {
          Effect: 'Allow',
          Action: ['ec2:CreateSnapshot', 'ec2:CreateTags'],
          Resource: 'arn:aws:ec2:us-east-1::snapshot/*',
          Condition: { StringEquals: { 'aws:RequestTag/app:deployment': 'dev' } },
        },
      ],
    });
    const decisions = (input: Record<string, unknown>) =>
      ec2('CreateSnapshot', input).map((request) => decide(statements, request));

    const own = tagged({ Key: 'app:deployment', Value: 'dev' });
    expect(decisions({ VolumeId: 'vol-1', ...own })).toEqual(['allowed', 'allowed', 'allowed']);
    expect(decisions({ VolumeId: 'vol-2', ...own })).toEqual(['not-allowed', 'allowed', 'allowed']);
    expect(decisions({ VolumeId: 'vol-1' })).toEqual(['allowed', 'not-allowed']);
  });
});
