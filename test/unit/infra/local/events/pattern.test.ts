import { describe, expect, it } from 'vitest';
import { parsePattern, UnsupportedPatternError } from '../../../../../infra/local/events/rules.ts';

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

describe('event pattern', () => {
  it('requires every field to have one of the values', () => {
    expect(matches({ source: ['aws.ecs'], detail: { lastStatus: ['RUNNING', 'STOPPED'] } })).toBe(true);
    expect(matches({ source: ['aws.ec2'] })).toBe(false);
    expect(matches({ source: ['aws.ecs'], detail: { lastStatus: ['RUNNING'] } })).toBe(false);
    expect(matches({ nothing: ['x'] })).toBe(false);
    expect(matches({})).toBe(true);
  });

  it('refuses to compare with a list in the event', () => {
    expect(() => matches({ resources: ['arn:two'] })).toThrow('a comparison with the list in resources');
  });

  it('distinguishes types and null', () => {
    expect(matches({ detail: { version: ['4'] } })).toBe(false);
    expect(matches({ detail: { version: [4] } })).toBe(true);
    expect(matches({ detail: { empty: [null] } })).toBe(true);
    expect(matches({ detail: { absent: [null] } })).toBe(false);
  });

  it.each([
    [{ source: [{ prefix: 'aws.' }] }, 'the comparison {"prefix":"aws."}'],
    [{ source: [{ exists: true }] }, 'the comparison {"exists":true}'],
    [{ $or: [{ source: ['aws.ec2'] }] }, 'the comparison $or'],
    [{ source: 'aws.ecs' }, '"aws.ecs" at source'],
    [['a'], '["a"] at the pattern'],
  ])('is refused by name when it is unsupported: %j', (pattern, message) => {
    expect(() => parsePattern(pattern)).toThrow(new UnsupportedPatternError(message));
  });
});
