import { describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '../../../../../infra/local/assembly/assembly.ts';
import { eventSources } from '../../../../../infra/local/dynamodb/event-source.ts';
import { dynamodbPermissions } from '../../../../../infra/local/iam/dynamodb-permissions.ts';
import { ec2Permissions } from '../../../../../infra/local/iam/ec2-permissions.ts';
import { ecsPermissions } from '../../../../../infra/local/iam/ecs-permissions.ts';
import { decide, parsePolicy } from '../../../../../infra/local/iam/policy.ts';
import { Principal } from '../../../../../infra/local/iam/principal.ts';
import { assertMayReadStream, assertRulesMayInvoke } from '../../../../../infra/local/iam/trigger-permissions.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };
const tables = 'arn:aws:dynamodb:us-east-1:000000000000:table';

function dynamodb(operation: string, input: Record<string, unknown>): string[] {
  return dynamodbPermissions(operation, input, place).map(({ action, resource }) => `${action} ${resource}`);
}

describe('permissions of a DynamoDB call', () => {
  it('are one per table or queried index', () => {
    expect(dynamodb('GetItem', { TableName: 'a' })).toEqual([`dynamodb:GetItem ${tables}/a`]);
    expect(dynamodb('Query', { TableName: 'a', IndexName: 'by_date' })).toEqual([
      `dynamodb:Query ${tables}/a/index/by_date`,
    ]);
  });

  it('are one per table of a batch', () => {
    expect(dynamodb('BatchGetItem', { RequestItems: { a: { Keys: [] }, b: { Keys: [] } } })).toEqual([
      `dynamodb:BatchGetItem ${tables}/a`,
      `dynamodb:BatchGetItem ${tables}/b`,
    ]);
    expect(dynamodb('BatchWriteItem', { RequestItems: { a: [] } })).toEqual([`dynamodb:BatchWriteItem ${tables}/a`]);
  });

  it('are those of the single writes in a transaction', () => {
    const TransactItems = [
      { Put: { TableName: 'a', Item: {} } },
      { Update: { TableName: 'b', Key: {} } },
      { Delete: { TableName: 'c', Key: {} } },
      { ConditionCheck: { TableName: 'd', Key: {} } },
    ];
    expect(dynamodb('TransactWriteItems', { TransactItems })).toEqual([
      `dynamodb:PutItem ${tables}/a`,
      `dynamodb:UpdateItem ${tables}/b`,
      `dynamodb:DeleteItem ${tables}/c`,
      `dynamodb:ConditionCheckItem ${tables}/d`,
    ]);
    expect(dynamodb('TransactGetItems', { TransactItems: [{ Get: { TableName: 'a', Key: {} } }] })).toEqual([
      `dynamodb:GetItem ${tables}/a`,
    ]);
  });
});

describe('permissions of an ECS call', () => {
  const cluster = 'arn:aws:ecs:us-east-1:000000000000:cluster/main';
  const arn = 'arn:aws:ecs:us-east-1:000000000000:task-definition/sbx-reference:1';
  const scope = { ...place, findTaskDefinition: () => ({ arn, roleArns: ['role/task', 'role/execution'] }) };
  const ecs = (operation: string, input: Record<string, unknown>) =>
    ecsPermissions(operation, { cluster: 'main', ...input }, scope);

  it('of RunTask are the resolved definition and every role that it passes', () => {
    const [run, ...passed] = ecs('RunTask', { taskDefinition: 'sbx-reference' });
    expect(run).toMatchObject({ action: 'ecs:RunTask', resource: arn });
    expect(run?.context.get('ecs:cluster')).toEqual([cluster]);
    expect(passed.map(({ action, resource }) => [action, resource])).toEqual([
      ['iam:PassRole', 'role/task'],
      ['iam:PassRole', 'role/execution'],
    ]);
    expect(passed[0]?.context.get('iam:passedtoservice')).toEqual(['ecs-tasks.amazonaws.com']);
  });

  it("of RunTask include a role that overrides the definition's, and tagging", () => {
    const requests = ecs('RunTask', {
      taskDefinition: arn,
      overrides: { taskRoleArn: 'role/other' },
      tags: [{ key: 'a', value: 'b' }],
    });
    expect(requests.map(({ action, resource }) => `${action} ${resource}`)).toContain('iam:PassRole role/other');
    expect(requests.at(-1)?.action).toBe('ecs:TagResource');
  });

  it('of RunTask with a volume include the role for its creation', () => {
    const requests = ecs('RunTask', {
      taskDefinition: arn,
      volumeConfigurations: [{ name: 'workspace', managedEBSVolume: { roleArn: 'role/volumes', sizeInGiB: 10 } }],
    });

    expect(requests.at(-1)).toEqual({
      action: 'iam:PassRole',
      resource: 'role/volumes',
      context: new Map([['iam:passedtoservice', ['ecs.amazonaws.com']]]),
    });
  });

  it('of StopTask and DescribeTasks are the tasks, named by id or by ARN', () => {
    const task = 'arn:aws:ecs:us-east-1:000000000000:task/main/abc';
    expect(ecs('StopTask', { task: 'abc' })[0]).toMatchObject({ action: 'ecs:StopTask', resource: task });
    expect(ecs('DescribeTasks', { cluster, tasks: [task, 'def'] }).map(({ resource }) => resource)).toEqual([
      task,
      task.replace('abc', 'def'),
    ]);
  });

  it('of ListTasks depend on the cluster only', () => {
    const [list] = ecs('ListTasks', {});
    expect(list?.action).toBe('ecs:ListTasks');
    expect(list?.context.get('ecs:cluster')).toEqual([cluster]);
  });
});

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

  it('of a deletion cover the resource with its tags', () => {
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

const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things/stream/2000';
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:worker';

function aResource(type: string, logicalId: string, properties: Record<string, unknown>): Resource {
  return { type, logicalId, stack: 'Test', properties, metadata: {} };
}

function anAssembly(...resources: Resource[]): Assembly {
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  return { directory: '/nowhere', resources, stacks: [], ofType, assetPath: () => '/nowhere', output: () => undefined };
}

function aPrincipal(...Action: string[]): Principal {
  const statements = parsePolicy({
    Statement: [
      { Effect: 'Allow', Action, Resource: streamArn },
      { Effect: 'Allow', Action: 'dynamodb:ListStreams', Resource: '*' },
    ],
  });
  return new Principal({ id: 'worker', functionName: 'worker', roleName: 'role', roleArn: 'role', statements });
}

describe('event source mapping', () => {
  const [source] = eventSources([
    aResource('AWS::Lambda::EventSourceMapping', 'Mapping', { EventSourceArn: streamArn, FunctionName: functionArn }),
  ]);
  const check = (principal: Principal | undefined) => () => source && assertMayReadStream(principal, source);

  it('requires a role that may read the stream', () => {
    expect(
      check(aPrincipal('dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator')),
    ).not.toThrow();
    expect(check(aPrincipal('dynamodb:DescribeStream', 'dynamodb:GetRecords'))).toThrow(
      'The role of worker does not allow dynamodb:GetShardIterator on the stream of things.',
    );
    expect(check(undefined)).toThrow('dynamodb:DescribeStream');
  });

  it('counts as a use of the permissions that it needs', () => {
    const principal = aPrincipal('dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator');

    check(principal)();

    expect(principal.used.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      `dynamodb:DescribeStream ${streamArn}`,
      `dynamodb:GetRecords ${streamArn}`,
      `dynamodb:GetShardIterator ${streamArn}`,
      'dynamodb:ListStreams *',
    ]);
  });
});

describe('event rule', () => {
  const rule = aResource('AWS::Events::Rule', 'Minutely', { Targets: [{ Arn: functionArn, Id: 'a' }] });
  const ruleArn = 'arn:aws:events:us-east-1:000000000000:rule/Test-Minutely';
  const permission = (more: Record<string, unknown>) =>
    aResource('AWS::Lambda::Permission', 'Permission', {
      Principal: 'events.amazonaws.com',
      FunctionName: functionArn,
      SourceArn: ruleArn,
      ...more,
    });
  const check =
    (...resources: Resource[]) =>
    () =>
      assertRulesMayInvoke(anAssembly(rule, ...resources), place);

  it('requires the permission to invoke its function', () => {
    expect(check(permission({}))).not.toThrow();
    expect(check(permission({ SourceArn: undefined }))).not.toThrow();
    expect(check()).toThrow(`No permission lets the rule ${ruleArn} call worker.`);
  });

  it('is refused with a permission for another rule, function or service', () => {
    expect(check(permission({ SourceArn: `${ruleArn}2` }))).toThrow('No permission');
    expect(check(permission({ FunctionName: `${functionArn}2` }))).toThrow('No permission');
    expect(check(permission({ Principal: 's3.amazonaws.com' }))).toThrow('No permission');
  });
});
