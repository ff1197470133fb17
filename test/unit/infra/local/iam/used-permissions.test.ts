import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../../../infra/local/iam/policy.ts';
import { Principal } from '../../../../../infra/local/iam/principal.ts';

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
  it('have one example for each part of a statement', () => {
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

  it('leave out what was denied', () => {
    expect(used(['ecs:RunTask', 'arn:task/1'], ['iam:PassRole', 'arn:role/c'])).toEqual([]);
  });
});
