import { describe, expect, it } from 'vitest';
import { decide, parsePolicy, UnsupportedPolicyError } from '../../../../../infra/local/iam/policy.ts';

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';

function decision(
  statements: unknown,
  action = 'dynamodb:PutItem',
  resource = table,
  context: Record<string, string[]> = {},
) {
  const policy = parsePolicy({ Statement: statements });
  return decide(policy, { action, resource, context: new Map(Object.entries(context)) });
}

function allow(more: Record<string, unknown>): Record<string, unknown> {
  return { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: '*', ...more };
}

describe('policy', () => {
  it('denies what no statement allows', () => {
    expect(decision([])).toBe('not-allowed');
    expect(decision(allow({ Action: ['dynamodb:GetItem', 'dynamodb:Query'] }))).toBe('not-allowed');
    expect(decision(allow({ Resource: `${table}2` }))).toBe('not-allowed');
  });

  it('accepts one statement or a list, one action or a list, in any case', () => {
    expect(decision(allow({}))).toBe('allowed');
    expect(decision([allow({ Action: ['s3:GetObject', 'DynamoDB:putitem'], Resource: [table] })])).toBe('allowed');
  });

  it('supports wildcards in actions and resources', () => {
    expect(decision(allow({ Action: 'dynamodb:Put*' }))).toBe('allowed');
    expect(decision(allow({ Action: 'dynamodb:???Item' }))).toBe('allowed');
    expect(decision(allow({ Action: '*', Resource: 'arn:aws:dynamodb:*:table/thing?' }))).toBe('allowed');
    expect(decision(allow({ Resource: `${table}/index/*` }))).toBe('not-allowed');
  });

  it('does not treat dots and brackets of a resource as a pattern', () => {
    expect(decision(allow({ Resource: table.replace('things', 't.ings') }))).toBe('not-allowed');
  });

  it('ignores statements about services that do not run locally', () => {
    const foreign = {
      Effect: 'Allow',
      Action: 'sqs:SendMessage',
      Resource: '*',
      Condition: { IpAddress: { 'aws:SourceIp': '1' } },
    };
    expect(decision([foreign, allow({})])).toBe('allowed');
  });
});

describe('unsupported policy elements', () => {
  it.each([
    ['an operator', allow({ Condition: { NumericLessThan: { 'ecs:cluster': '1' } } })],
    ['a condition key', allow({ Condition: { StringEquals: { 'aws:SourceVpc': 'a' } } })],
    ['a policy variable', allow({ Resource: `${table}/\${aws:username}` })],
    ['an unresolved intrinsic', allow({ Resource: { Ref: 'Table' } })],
    ['a statement without resources', { Effect: 'Allow', Action: 'dynamodb:PutItem' }],
    ['a principal', allow({ Principal: '*' })],
    ['a deny', { Effect: 'Deny', Action: 'dynamodb:*', Resource: table }],
    ['NotAction', { Effect: 'Allow', NotAction: 'dynamodb:DeleteItem', Resource: '*' }],
    ['NotResource', { Effect: 'Allow', Action: 'dynamodb:GetItem', NotResource: table }],
    [
      'a wildcard action that reaches a local service',
      allow({ Action: '*', Condition: { Unheard: { 'ecs:cluster': '1' } } }),
    ],
  ])('is refused at load: %s', (_what, statement) => {
    expect(() => parsePolicy({ Statement: statement })).toThrow(UnsupportedPolicyError);
  });
});
