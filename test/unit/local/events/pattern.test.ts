import { describe, expect, it } from 'vitest';
import { parsePattern, UnsupportedPatternError } from '../../../../infra/local/events/pattern.ts';

const event = {
  source: 'aws.ecs',
  'detail-type': 'ECS Task State Change',
  resources: ['arn:one', 'arn:two'],
  detail: {
    lastStatus: 'STOPPED',
    version: 4,
    empty: null,
    group: 'family:sbx',
    containers: [{ name: 'a' }, { name: 'b' }],
  },
};

function matches(pattern: unknown): boolean {
  return parsePattern(pattern)(event);
}

describe('an event pattern', () => {
  it('needs every field to have one of the values', () => {
    expect(matches({ source: ['aws.ecs'], detail: { lastStatus: ['RUNNING', 'STOPPED'] } })).toBe(true);
    expect(matches({ source: ['aws.ec2'] })).toBe(false);
    expect(matches({ source: ['aws.ecs'], detail: { lastStatus: ['RUNNING'] } })).toBe(false);
    expect(matches({ nothing: ['x'] })).toBe(false);
    expect(matches({})).toBe(true);
  });

  it('looks into arrays', () => {
    expect(matches({ resources: ['arn:two'] })).toBe(true);
    expect(matches({ detail: { containers: { name: ['b'] } } })).toBe(true);
    expect(matches({ detail: { containers: { name: ['c'] } } })).toBe(false);
  });

  it('keeps types apart, and knows null', () => {
    expect(matches({ detail: { version: ['4'] } })).toBe(false);
    expect(matches({ detail: { version: [4] } })).toBe(true);
    expect(matches({ detail: { empty: [null] } })).toBe(true);
    expect(matches({ detail: { absent: [null] } })).toBe(false);
  });

  it.each([
    ['prefix', { detail: { group: [{ prefix: 'family:' }] } }, true],
    ['prefix', { detail: { group: [{ prefix: 'service:' }] } }, false],
    ['prefix in any case', { detail: { group: [{ prefix: { 'equals-ignore-case': 'FAMILY:' } }] } }, true],
    ['suffix', { detail: { group: [{ suffix: 'sbx' }] } }, true],
    ['equals-ignore-case', { detail: { lastStatus: [{ 'equals-ignore-case': 'stopped' }] } }, true],
    ['wildcard', { detail: { group: [{ wildcard: 'fam*:s*' }] } }, true],
    ['wildcard', { detail: { group: [{ wildcard: 'fam*:t*' }] } }, false],
    ['exists', { detail: { group: [{ exists: true }] } }, true],
    ['exists', { detail: { absent: [{ exists: false }] } }, true],
    ['exists', { detail: { group: [{ exists: false }] } }, false],
    ['anything-but a value', { detail: { lastStatus: [{ 'anything-but': 'RUNNING' }] } }, true],
    ['anything-but a list', { detail: { lastStatus: [{ 'anything-but': ['RUNNING', 'STOPPED'] }] } }, false],
    ['anything-but a prefix', { detail: { group: [{ 'anything-but': { prefix: 'family:' } }] } }, false],
    ['anything-but needs the field', { detail: { absent: [{ 'anything-but': 'x' }] } }, false],
    ['numeric', { detail: { version: [{ numeric: ['>', 3, '<=', 4] }] } }, true],
    ['numeric', { detail: { version: [{ numeric: ['<', 4] }] } }, false],
  ])('knows %s: %j', (_name, pattern, expected) => {
    expect(matches(pattern)).toBe(expected);
  });

  it('knows alternatives', () => {
    const either = { $or: [{ source: ['aws.ec2'] }, { detail: { version: [4] } }] };
    expect(matches(either)).toBe(true);
    expect(matches({ ...either, 'detail-type': ['other'] })).toBe(false);
  });

  it.each([
    [{ source: [{ cidr: '10.0.0.0/8' }] }],
    [{ source: 'aws.ecs' }],
    [{ source: [{ prefix: 'a', suffix: 'b' }] }],
    [{ version: [{ numeric: ['~', 1] }] }],
    [['a']],
  ])('is refused when it is not understood: %j', (pattern) => {
    expect(() => parsePattern(pattern)).toThrow(UnsupportedPatternError);
  });
});
