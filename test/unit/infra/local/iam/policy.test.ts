import { describe, expect, it } from 'vitest';
import { decide, parseConditions, parsePolicy, UnsupportedPolicyError } from '../../../../../infra/local/iam/policy.ts';
import { denialLine } from '../../../../../infra/local/iam/refusal.ts';
import { createLog } from '../../../../../infra/local/terminal/log.ts';
import { assertNothingDenied } from '../../../../support/service/evidence.ts';

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
  it('denies an action that no statement allows', () => {
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

const cluster = 'arn:aws:ecs:us-east-1:000000000000:cluster/main';

function holds(block: Record<string, unknown>, context: Record<string, string[]>): boolean {
  const known = new Map(Object.entries(context));
  return parseConditions(block).every((condition) => condition(known));
}

describe('parseConditions', () => {
  it('compares text exactly with StringEquals, with any of several values', () => {
    const context = { 'iam:passedtoservice': ['ecs-tasks.amazonaws.com'] };
    expect(holds({ StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } }, context)).toBe(true);
    expect(holds({ StringEquals: { 'iam:PassedToService': ['a', 'ecs-tasks.amazonaws.com'] } }, context)).toBe(true);
    expect(holds({ StringEquals: { 'iam:PassedToService': ['a', 'b'] } }, context)).toBe(false);
    expect(holds({ StringEquals: { 'iam:PassedToService': 'ecs-*' } }, context)).toBe(false);
  });

  it('compares ARNs part by part with ArnEquals, which supports wildcards', () => {
    const context = { 'ecs:cluster': [cluster] };
    expect(holds({ ArnEquals: { 'ecs:cluster': cluster } }, context)).toBe(true);
    expect(holds({ ArnEquals: { 'ecs:cluster': 'arn:aws:ecs:*:*:cluster/m*' } }, context)).toBe(true);
    expect(holds({ ArnEquals: { 'ecs:cluster': 'arn:aws:ecs:*:cluster/main' } }, context)).toBe(false);
  });

  it('requires all values to be listed with ForAllValues, which accepts a request without values', () => {
    const block = { 'ForAllValues:StringEquals': { 'aws:TagKeys': ['seen', 'since'] } };
    expect(holds(block, { 'aws:tagkeys': ['seen'] })).toBe(true);
    expect(holds(block, { 'aws:tagkeys': ['seen', 'owner'] })).toBe(false);
    expect(holds(block, {})).toBe(true);
  });

  it('fails on a key that the request lacks', () => {
    expect(holds({ StringEquals: { 'ecs:cluster': cluster } }, {})).toBe(false);
    expect(holds({ ArnEquals: { 'ecs:cluster': cluster } }, {})).toBe(false);
  });

  it('evaluates Null by the presence of the key', () => {
    expect(holds({ Null: { 'ecs:cluster': 'true' } }, {})).toBe(true);
    expect(holds({ Null: { 'ecs:cluster': 'false' } }, {})).toBe(false);
    expect(holds({ Null: { 'ecs:cluster': false } }, { 'ecs:cluster': [cluster] })).toBe(true);
  });

  it('reads tags of the resource and of the request', () => {
    const block = { StringEquals: { 'aws:ResourceTag/App:Stage': 'dev', 'aws:RequestTag/owner': 'ann' } };
    const context = { 'aws:resourcetag/app:stage': ['dev'], 'aws:requesttag/owner': ['ann'] };
    expect(holds(block, context)).toBe(true);
    expect(holds(block, { ...context, 'aws:resourcetag/app:stage': ['prod'] })).toBe(false);
    expect(holds(block, { 'aws:requesttag/owner': ['ann'] })).toBe(false);
  });

  it('requires every operator and every key to match', () => {
    const block = { StringEquals: { 'iam:PassedToService': 'x' }, ArnEquals: { 'ecs:cluster': cluster } };
    expect(holds(block, { 'iam:passedtoservice': ['x'], 'ecs:cluster': [cluster] })).toBe(true);
    expect(holds(block, { 'iam:passedtoservice': ['x'] })).toBe(false);
  });

  it.each([
    'StringLike',
    'StringNotEquals',
    'ArnEqualsIfExists',
    'ForAnyValue:StringLike',
    'ForAllValues:Bool',
    'Bool',
  ])('refuses the operator %s by name', (operator) => {
    expect(() => parseConditions({ [operator]: { 'ecs:cluster': 'x' } })).toThrow(`condition operator ${operator}`);
  });

  it.each(['aws:SourceVpc', 'dynamodb:LeadingKeys'])('refuses the key %s by name', (key) => {
    expect(() => parseConditions({ StringEquals: { [key]: 'x' } })).toThrow(`condition key ${key}`);
  });
});

function logOf(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ write: (line) => (text += line) }));
  return text;
}

describe('access denial', () => {
  it('is parsed from the log, with function, action and resource', () => {
    const text = logOf((log) => {
      log('gateway', 'info', 'GET /alive 200 1 ms');
      log('iam', 'error', denialLine({ caller: 'stop-sandbox', action: 'ecs:StopTask', resource: 'arn:task/1' }));
    });

    expect(() => assertNothingDenied(text)).toThrow(/function stop-sandbox was denied ecs:StopTask on arn:task\/1$/);
  });

  it('is reported once, however often it happened', () => {
    const line = denialLine({ caller: 'get-sandbox', action: 'dynamodb:GetItem', resource: 'arn:table' });

    expect(() => assertNothingDenied(`${line}\n${line}\n`)).toThrow(`Permissions are missing:\n${line}`);
  });

  it('is not parsed from other log lines', () => {
    expect(() =>
      assertNothingDenied(logOf((log) => log('reconcile-sandbox', 'warn', 'ECS refused a task'))),
    ).not.toThrow();
  });
});
