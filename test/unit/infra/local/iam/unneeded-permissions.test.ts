import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../../../infra/local/iam/policy.ts';
import { Principal } from '../../../../../infra/local/iam/principal.ts';
import type { RoleReport } from '../../../../../infra/local/iam/roles.ts';
import { unneededPermissions } from '../../../../support/unneeded-permissions.ts';

const table = { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: 'arn:table' };
const pass = { Effect: 'Allow', Action: 'iam:PassRole', Resource: ['arn:role/a', 'arn:role/b'] };
const anything = { Effect: 'Allow', Action: ['ecs:ListTasks', 'xray:PutTraceSegments'], Resource: '*' };

function aRun(...used: [action: string, resource: string][]): readonly RoleReport[] {
  return [
    {
      role: 'Role',
      function: 'worker',
      functionName: 'worker',
      statements: [table, pass, anything],
      used: used.map(([action, resource]) => ({ action, resource, context: {} })),
    },
  ];
}

const exempt = new Set(['xray:PutTraceSegments']);
const unneeded = (...runs: (readonly RoleReport[])[]) => unneededPermissions(runs, exempt).map(({ part }) => part);

describe('unneeded permissions of a role', () => {
  it('are none when each action and each resource was used', () => {
    expect(
      unneeded(
        aRun(['dynamodb:GetItem', 'arn:table'], ['dynamodb:PutItem', 'arn:table'], ['iam:PassRole', 'arn:role/a']),
        aRun(['iam:PassRole', 'arn:role/b'], ['ecs:ListTasks', '*']),
      ),
    ).toEqual([]);
  });

  it('are named with role, function and statement', () => {
    const run = aRun(['dynamodb:GetItem', 'arn:table'], ['iam:PassRole', 'arn:role/a'], ['ecs:ListTasks', '*']);

    expect(unneededPermissions([run], exempt)).toEqual([
      { role: 'Role', function: 'worker', part: 'dynamodb:PutItem', statement: table },
      { role: 'Role', function: 'worker', part: 'arn:role/b', statement: pass },
    ]);
  });

  it('include duplicates of another statement', () => {
    const [role] = aRun(['dynamodb:GetItem', 'arn:table']);
    const twice = { role: 'Role', function: 'worker', functionName: 'worker', used: role?.used ?? [] };

    expect(unneeded([{ ...twice, statements: [{ ...table, Action: 'dynamodb:*' }, table] }])).toEqual([
      'dynamodb:*',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
    ]);
  });

  it('include services that do not run locally, unless they are exempt', () => {
    const queue = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '*' };

    expect(
      unneeded([{ role: 'Role', function: null, functionName: null, statements: [queue, anything], used: [] }]),
    ).toEqual(['sqs:SendMessage', 'ecs:ListTasks']);
  });

  it('are all of a role that was not used', () => {
    expect(unneeded(aRun())).toEqual([
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'iam:PassRole',
      'arn:role/a',
      'arn:role/b',
      'ecs:ListTasks',
    ]);
  });

  describe('of functions with the same code', () => {
    const aRole = (name: string, ...used: string[]): RoleReport => ({
      role: name,
      function: name,
      functionName: name,
      statements: [table],
      used: used.map((action) => ({ action, resource: 'arn:table', context: {} })),
    });
    const unneededOf = (run: readonly RoleReport[], ...group: string[]) =>
      unneededPermissions([run], exempt, [group]).map(({ role, part }) => `${role} ${part}`);

    it('are those that none of them used', () => {
      const run = [aRole('wake', 'dynamodb:GetItem'), aRole('sweep')];

      expect(unneededOf(run, 'wake', 'sweep')).toEqual(['wake dynamodb:PutItem', 'sweep dynamodb:PutItem']);
    });

    it('are independent of functions with other code', () => {
      const run = [aRole('wake', 'dynamodb:GetItem', 'dynamodb:PutItem'), aRole('sweep'), aRole('other')];

      expect(unneededOf(run, 'wake', 'sweep')).toEqual(['other dynamodb:GetItem', 'other dynamodb:PutItem']);
    });

    it('are counted for a function that contains the grant of another, and not for the other', () => {
      const run = [aRole('start', 'dynamodb:GetItem'), aRole('fork', 'dynamodb:PutItem')];

      const unneeded = unneededPermissions([run], exempt, [], { fork: ['start'] });

      expect(unneeded.map(({ role, part }) => `${role} ${part}`)).toEqual(['start dynamodb:PutItem']);
    });

    it('include an action allowed to one and denied to another', () => {
      const more = { ...table, Resource: 'arn:more' };
      const sweep = { ...aRole('sweep'), statements: [more] };

      expect(unneededOf([aRole('wake', 'dynamodb:GetItem', 'dynamodb:PutItem'), sweep], 'wake', 'sweep')).toEqual([
        'sweep dynamodb:GetItem',
        'sweep dynamodb:PutItem',
      ]);
    });
  });
});

const statements = parsePolicy({
  Statement: [
    { Effect: 'Allow', Action: ['ecs:StopTask', 'ecs:DescribeTasks'], Resource: 'arn:task/*' },
    { Effect: 'Allow', Action: 'iam:PassRole', Resource: ['arn:role/a', 'arn:role/b'] },
  ],
});

function used(...requests: [action: string, resource: string][]): string[] {
  const principal = new Principal({ id: 'f', functionName: 'f', roleName: 'r', roleArn: 'arn:r', statements });
  for (const [action, resource] of requests) principal.decide({ action, resource, context: new Map() });
  return principal.used.map(({ action, resource }) => `${action} ${resource}`);
}

describe('used permissions of a role', () => {
  it('have an example for each part of a statement', () => {
    expect(
      used(
        ['ecs:StopTask', 'arn:task/1'],
        ['ecs:StopTask', 'arn:task/2'],
        ['ecs:DescribeTasks', 'arn:task/1'],
        ['iam:PassRole', 'arn:role/a'],
        ['iam:PassRole', 'arn:role/b'],
        ['iam:PassRole', 'arn:role/a'],
      ),
    ).toEqual([
      'ecs:StopTask arn:task/1',
      'ecs:DescribeTasks arn:task/1',
      'iam:PassRole arn:role/a',
      'iam:PassRole arn:role/b',
    ]);
  });

  it('leave out denied actions', () => {
    expect(used(['ecs:RunTask', 'arn:task/1'], ['iam:PassRole', 'arn:role/c'])).toEqual([]);
  });
});
