import { describe, expect, it } from 'vitest';
import { parseConditions } from '../../../../../infra/local/iam/policy.ts';

const cluster = 'arn:aws:ecs:us-east-1:000000000000:cluster/main';

function holds(block: Record<string, unknown>, context: Record<string, string[]>): boolean {
  const known = new Map(Object.entries(context));
  return parseConditions(block).every((condition) => condition(known));
}

describe('parseConditions', () => {
  it('compares text exactly by StringEquals, with one of several values', () => {
    const context = { 'iam:passedtoservice': ['ecs-tasks.amazonaws.com'] };
    expect(holds({ StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } }, context)).toBe(true);
    expect(holds({ StringEquals: { 'iam:PassedToService': ['a', 'ecs-tasks.amazonaws.com'] } }, context)).toBe(true);
    expect(holds({ StringEquals: { 'iam:PassedToService': ['a', 'b'] } }, context)).toBe(false);
    expect(holds({ StringEquals: { 'iam:PassedToService': 'ecs-*' } }, context)).toBe(false);
  });

  it('compares ARNs part by part by ArnEquals, which takes wildcards', () => {
    const context = { 'ecs:cluster': [cluster] };
    expect(holds({ ArnEquals: { 'ecs:cluster': cluster } }, context)).toBe(true);
    expect(holds({ ArnEquals: { 'ecs:cluster': 'arn:aws:ecs:*:*:cluster/m*' } }, context)).toBe(true);
    expect(holds({ ArnEquals: { 'ecs:cluster': 'arn:aws:ecs:*:cluster/main' } }, context)).toBe(false);
  });

  it('requires every value to be listed by ForAllValues, which a request without values fulfils', () => {
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
    'ForAnyValue:StringEquals',
    'ForAllValues:Bool',
    'Bool',
  ])('refuses the operator %s by name', (operator) => {
    expect(() => parseConditions({ [operator]: { 'ecs:cluster': 'x' } })).toThrow(`condition operator ${operator}`);
  });

  it.each(['aws:SourceVpc', 'dynamodb:LeadingKeys'])('refuses the key %s by name', (key) => {
    expect(() => parseConditions({ StringEquals: { [key]: 'x' } })).toThrow(`condition key ${key}`);
  });
});
