import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonExcess } from '../../../../shared/contract/shapes/json-bounds.ts';

const wide = { depth: 1_000, values: 1_000_000 };

/** The depth and number of values, counted on the parsed value. */
function sizeOf(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
  const inner = Object.values(value).map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: inner.length + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

/** Texts with many characters that have a meaning in JSON. */
const tricky = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', ':', ' ', '\n', 'a', '\ud800') });
const json = fc
  .tuple(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), fc.dictionary(tricky, fc.array(tricky)))
  .map(([value, names]) => [value, names]);
const spacing = fc.constantFrom(0, 1, '\t', ' \n');

describe('bounds of JSON', () => {
  it('depth and count are exact for any JSON', () => {
    fc.assert(
      fc.property(json, spacing, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const { depth, values } = sizeOf(JSON.parse(text));

        expect(jsonExcess(text, { depth, values })).toBeUndefined();
        expect(jsonExcess(text, { depth: depth - 1, values })).toBe('too_deep');
        if (values > 0) expect(jsonExcess(text, { depth, values: values - 1 })).toBe('too_many_values');
      }),
    );
  });

  it('a text that a parser reads to its end is counted to its end, whatever is around its values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', ':', '1', ' ', '""', '"a":')),
        (parts) => {
          const text = parts.join('');
          let value: unknown;
          try {
            value = JSON.parse(text);
          } catch {
            return;
          }
          // A duplicate name is one member of the value and two of the text.
          const { values } = sizeOf(value);
          if (values > 0) expect(jsonExcess(text, { ...wide, values: values - 1 })).toBe('too_many_values');
          expect(jsonExcess(text, wide)).toBeUndefined();
        },
      ),
    );
  });

  it.each([
    ['an empty list', '[ ]', 1, 0],
    ['an empty object in a list', '[{}]', 2, 1],
    ['members and elements alike', '{"a":[1,2],"b":{"c":null}}', 2, 5],
    ['repeated names, each', '{"a":1,"a":2}', 1, 2],
    ['brackets and commas of strings as text', '["[[[,,,", "\\"]},{", "\\\\"]', 1, 3],
    ['a string alone', '"a,b"', 0, 0],
  ])('counts %s', (_, text, depth, values) => {
    expect(jsonExcess(text, { depth, values })).toBeUndefined();
    if (depth > 0) expect(jsonExcess(text, { depth: depth - 1, values })).toBe('too_deep');
    if (values > 0) expect(jsonExcess(text, { depth, values: values - 1 })).toBe('too_many_values');
  });

  it.each(['"', '"\\', '"\\"', '[', '[[[', ']]]', '{"a', ',', '', '\\\\\\"'])(
    'ends for %j, which is no JSON',
    (text) => {
      expect(jsonExcess(text, wide)).toBeUndefined();
    },
  );

  it.each(['['.repeat(1_000), '{"a":'.repeat(1_000)])('stops at the first level too many', (text) => {
    expect(jsonExcess(text, { depth: 24, values: 100 })).toBe('too_deep');
  });
});
