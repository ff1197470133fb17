import { describe, expect, it } from 'vitest';
import { parseConditions } from '../../../../infra/local/iam/condition.ts';

const cluster = 'arn:aws:ecs:us-east-1:000000000000:cluster/main';

function holds(block: Record<string, unknown>, context: Record<string, string[]>): boolean {
  const known = new Map(Object.entries(context));
  return parseConditions(block).every((condition) => condition(known));
}

describe('a condition', () => {
  it('compares text exactly, or by pattern', () => {
    const context = { 'iam:passedtoservice': ['ecs-tasks.amazonaws.com'] };
    expect(holds({ StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } }, context)).toBe(true);
    expect(holds({ StringEquals: { 'iam:PassedToService': ['a', 'b'] } }, context)).toBe(false);
    expect(holds({ StringEquals: { 'iam:PassedToService': 'ecs-*' } }, context)).toBe(false);
    expect(holds({ StringLike: { 'iam:PassedToService': ['lambda*', 'ecs-*'] } }, context)).toBe(true);
  });

  it('compares ARNs part by part', () => {
    const context = { 'ecs:cluster': [cluster] };
    expect(holds({ ArnEquals: { 'ecs:cluster': cluster } }, context)).toBe(true);
    expect(holds({ ArnLike: { 'ecs:cluster': 'arn:aws:ecs:*:*:cluster/m*' } }, context)).toBe(true);
    expect(holds({ ArnLike: { 'ecs:cluster': 'arn:aws:ecs:*:cluster/main' } }, context)).toBe(false);
    expect(holds({ ArnNotEquals: { 'ecs:cluster': cluster } }, context)).toBe(false);
  });

  it('fails on a key that the request lacks, unless it is negated or says IfExists', () => {
    expect(holds({ StringEquals: { 'ecs:cluster': cluster } }, {})).toBe(false);
    expect(holds({ StringNotEquals: { 'ecs:cluster': cluster } }, {})).toBe(true);
    expect(holds({ ArnEqualsIfExists: { 'ecs:cluster': cluster } }, {})).toBe(true);
    expect(
      holds({ ArnEqualsIfExists: { 'ecs:cluster': cluster } }, { 'ecs:cluster': ['arn:aws:ecs:::cluster/b'] }),
    ).toBe(false);
  });

  it('knows Bool and Null', () => {
    expect(holds({ Bool: { 'aws:SecureTransport': 'true' } }, { 'aws:securetransport': ['true'] })).toBe(true);
    expect(holds({ Bool: { 'aws:SecureTransport': false } }, { 'aws:securetransport': ['true'] })).toBe(false);
    expect(holds({ Null: { 'ecs:cluster': 'true' } }, {})).toBe(true);
    expect(holds({ Null: { 'ecs:cluster': 'false' } }, {})).toBe(false);
    expect(holds({ Null: { 'ecs:cluster': false } }, { 'ecs:cluster': [cluster] })).toBe(true);
  });

  it('knows sets: all values, any value', () => {
    const all = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['a', 'b'] } };
    expect(holds(all, { 'dynamodb:leadingkeys': ['a', 'b'] })).toBe(true);
    expect(holds(all, { 'dynamodb:leadingkeys': ['a', 'c'] })).toBe(false);
    expect(holds(all, {})).toBe(true);
    const any = { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': ['a'] } };
    expect(holds(any, { 'dynamodb:leadingkeys': ['c', 'a'] })).toBe(true);
    expect(holds(any, {})).toBe(false);
  });

  it('knows tags, of the resource and of the request', () => {
    const block = { StringEquals: { 'aws:ResourceTag/App:Stage': 'dev', 'aws:RequestTag/owner': 'ann' } };
    const context = { 'aws:resourcetag/app:stage': ['dev'], 'aws:requesttag/owner': ['ann'] };
    expect(holds(block, context)).toBe(true);
    expect(holds(block, { ...context, 'aws:resourcetag/app:stage': ['prod'] })).toBe(false);
    expect(holds(block, { 'aws:requesttag/owner': ['ann'] })).toBe(false);
    expect(holds({ 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a'] } }, { 'aws:tagkeys': ['a', 'b'] })).toBe(false);
  });

  it('needs every operator and every key to hold', () => {
    const block = { StringEquals: { 'iam:PassedToService': 'x' }, ArnEquals: { 'ecs:cluster': cluster } };
    expect(holds(block, { 'iam:passedtoservice': ['x'], 'ecs:cluster': [cluster] })).toBe(true);
    expect(holds(block, { 'iam:passedtoservice': ['x'] })).toBe(false);
  });
});
