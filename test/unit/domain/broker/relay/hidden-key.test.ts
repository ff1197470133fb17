import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HiddenKeys, withoutKeys } from '../../../../../shared/domain/broker/relay/hidden-key.ts';

const KEY = 'sk-proj-0123456789abcdefWXYZ';

describe('a key of a provider', () => {
  it('is in no answer, wherever the answer is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constant(KEY), fc.constant(KEY.slice(0, 9)), fc.constant(KEY.slice(4)))),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 }),
        (parts, lengths) => {
          const text = Buffer.from(parts.join(' '));
          const hidden = new HiddenKeys([KEY]);
          const given: Uint8Array[] = [];
          let from = 0;
          for (const length of [...lengths, text.length]) {
            given.push(hidden.write(text.subarray(from, from + length)));
            from += length;
          }
          given.push(hidden.end());

          expect(Buffer.concat(given).toString()).toBe(text.toString().replaceAll(KEY, '***'));
        },
      ),
    );
  });

  it('does not delay the end of an event', () => {
    const event = Buffer.from('data: {"a":1}\n\n');

    expect(Buffer.from(new HiddenKeys([KEY]).write(event)).toString()).toBe(event.toString());
  });

  it.each([
    [`Incorrect API key provided: ${KEY}.`, 'Incorrect API key provided: ***.'],
    ['Incorrect API key provided: sk-proj-****************WXYZ. You', 'Incorrect API key provided: ***. You'],
    ['key sk-pr...XYZ is wrong', 'key *** is wrong'],
    ['key …WXYZ is wrong', 'key *** is wrong'],
    ['please wait... it is **important**', 'please wait... it is **important**'],
  ])('is not in the error %s', (text, expected) => {
    expect(withoutKeys(text, [KEY])).toBe(expected);
  });

  it.each([
    ['in JSON', 'secret"with/several+kinds', 'secret\\"with/several+kinds'],
    ['in JSON of PHP', 'secret"with/several+kinds', 'secret\\"with\\/several+kinds'],
    ['in a URL', 'secret"with/several+kinds', 'secret%22with%2Fseveral%2Bkinds'],
  ])('is hidden as it is written %s', (_, key, written) => {
    const hidden = new HiddenKeys([key]);
    const text = Buffer.concat([hidden.write(Buffer.from(`a ${written} b`)), hidden.end()]);

    expect(text.toString()).toBe('a *** b');
    expect(withoutKeys(`a ${written} b`, [key])).toBe('a *** b');
  });

  it('that is a word, as local servers take it, stays a word', () => {
    expect(withoutKeys('I run on ollama', ['ollama'])).toBe('I run on ollama');
    expect(Buffer.from(new HiddenKeys(['ollama']).write(Buffer.from('ollama'))).toString()).toBe('ollama');
  });
});
