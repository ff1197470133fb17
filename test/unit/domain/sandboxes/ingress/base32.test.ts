import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase32, toBase32 } from '../../../../../shared/domain/sandboxes/ingress/label.ts';

/** From RFC 4648, in lower case; those that need padding are left out. */
it('writes the test vectors of RFC 4648', () => {
  expect(toBase32(Buffer.from(''))).toBe('');
  expect(toBase32(Buffer.from('fooba'))).toBe('mzxw6ytb');
  expect(toBase32(Buffer.from([0, 0, 0, 0, 0]))).toBe('aaaaaaaa');
  expect(toBase32(Buffer.from([255, 255, 255, 255, 255]))).toBe('77777777');
});

it('reads what it writes', async () => {
  const groups = fc.array(fc.uint8Array({ minLength: 5, maxLength: 5 }), { maxLength: 8 });
  const property = fc.property(groups, (bytes) => {
    const all = Buffer.concat(bytes);
    const text = toBase32(all);
    expect(text).toMatch(/^[a-z2-7]*$/);
    expect(text).toHaveLength((all.length / 5) * 8);
    expect(fromBase32(text)).toEqual(all);
  });

  await fc.assert(property);
});

it('writes what it reads: no two texts mean the same', async () => {
  const texts = fc.stringMatching(/^[a-z2-7]{24}$/);

  const property = fc.property(texts, (text) => {
    expect(toBase32(fromBase32(text) ?? Buffer.alloc(0))).toBe(text);
  });

  await fc.assert(property);
});

it.each([
  'a',
  'aaaaaaa',
  'aaaaaaaaa',
  'aaaaaaa1',
  'aaaaaaa0',
  'aaaaaaa8',
  'AAAAAAAA',
  'aaaaaaa=',
  'aaaaaaa ',
  'aaaaaaaé',
])('does not read %j', (text) => {
  expect(fromBase32(text)).toBeUndefined();
});
