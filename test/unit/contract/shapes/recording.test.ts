import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../shared/contract/shapes/recording.ts';

const withValue = (json: string) => `[{"kind":"MessageEvent","value":${json}}]`;

describe('a recording', () => {
  it('is read with what agents nest', () => {
    expect(readRecording(withValue('['.repeat(62) + ']'.repeat(62)))).toHaveProperty('events');
  });

  it.each([
    ['JSON can be nested at most 64 levels deep.', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['JSON can have at most 100000 members and elements.', `[${'1,'.repeat(110_000)}1]`],
  ])('is refused before it is built: %s', (problem, json) => {
    expect(readRecording(withValue(json))).toEqual({ problem });
  });
});
