import { describe, expect, it } from 'vitest';
import { dynamodbPermissions, ecsPermissions } from '../../../../../infra/local/iam/call-permissions.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };
const tables = 'arn:aws:dynamodb:us-east-1:000000000000:table';

function dynamodb(operation: string, input: Record<string, unknown>): string[] {
  return dynamodbPermissions(operation, input, place).map(({ action, resource }) => `${action} ${resource}`);
}

describe('permissions of a DynamoDB call', () => {
  it('are one for the table, or for the queried index', () => {
    expect(dynamodb('GetItem', { TableName: 'a' })).toEqual([`dynamodb:GetItem ${tables}/a`]);
    expect(dynamodb('Query', { TableName: 'a', IndexName: 'by_date' })).toEqual([
      `dynamodb:Query ${tables}/a/index/by_date`,
    ]);
  });

  it('are one for each table of a batch', () => {
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

  it('of RunTask with a volume include the role with which ECS creates it', () => {
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
