import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortName } from '../../../../../shared/contract/shapes/enums.ts';
import {
  fromBase32,
  LABEL_LENGTH,
  type Label,
  readLabel,
  toBase32,
  writeLabel,
} from '../../../../../shared/domain/sandboxes/ingress/label.ts';

const label: Label = {
  keyNumber: 2,
  name: 'VSCODE',
  address: '3.208.255.0',
  port: 8001,
  generation: 65_537,
  endsAt: 1_800_000_000,
};

describe('a label', () => {
  it('is one DNS label', () => {
    expect(LABEL_LENGTH).toBe(48);
    expect(writeLabel(label, 'key')).toMatch(/^[a-z2-7]{48}$/);
  });

  it('has this layout, which the function at the edge reads too', () => {
    const bytes = fromBase32(writeLabel(label, 'key').slice(0, 24));

    expect(bytes?.toString('hex')).toBe(['01', '02', '01', '03d0ff00', '1f41', '0001', '6b49d200'].join(''));
  });

  it('ends with 120 bits of an HMAC of its first half', () => {
    const text = writeLabel(label, 'key');

    const hmac = createHmac('sha256', 'key').update(text.slice(0, 24)).digest().subarray(0, 15);
    expect(text.slice(24)).toBe(toBase32(hmac));
  });

  it('says what was written, with the lower 16 bits of the generation', async () => {
    const labels = fc.record({
      keyNumber: fc.integer({ min: 1, max: 255 }),
      name: fc.constantFrom(...PortName.options),
      address: fc.ipV4(),
      port: fc.integer({ min: 0, max: 65_535 }),
      generation: fc.nat(),
      endsAt: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    });
    const property = fc.property(labels, fc.string(), (written, key) => {
      const text = writeLabel(written, key);
      expect(readLabel(text)).toEqual({ ...written, generation: written.generation % 65_536 });
    });

    await fc.assert(property);
  });

  it('is another one for another key, and the same for the same', () => {
    expect(writeLabel(label, 'key')).toBe(writeLabel(label, 'key'));
    expect(writeLabel(label, 'other')).not.toBe(writeLabel(label, 'key'));
    expect(writeLabel(label, 'other').slice(0, 24)).toBe(writeLabel(label, 'key').slice(0, 24));
  });

  it.each([
    ['a name', { address: 'example.com' }],
    ['an address of three numbers', { address: '3.208.1' }],
    ['an address with an empty number', { address: '3.208.1.' }],
    ['an address with a number above 255', { address: '3.208.1.256' }],
    ['an address in another notation', { address: '0x3.208.1.1' }],
    ['an IPv6 address', { address: '2001:db8::1' }],
    ['port 65536', { port: 65_536 }],
    ['port -1', { port: -1 }],
    ['key 256', { keyNumber: 256 }],
    ['an end after 2106', { endsAt: 2 ** 32 }],
  ])('has no place for %s', (_name, change) => {
    expect(() => writeLabel({ ...label, ...change }, 'key')).toThrow(RangeError);
  });
});

describe('what is no label', () => {
  const text = writeLabel(label, 'key');
  const withByte = (at: number, value: number) => {
    const bytes = fromBase32(text.slice(0, 24)) ?? Buffer.alloc(0);
    bytes.writeUInt8(value, at);
    return toBase32(bytes) + text.slice(24);
  };

  it.each([
    ['', 'an empty text'],
    [text.slice(1), 'a shorter text'],
    [`${text}a`, 'a longer text'],
    [`1${text.slice(1)}`, 'a text that is not base32'],
    [text.toUpperCase(), 'a text in upper case'],
    [withByte(0, 0), 'version 0'],
    [withByte(0, 2), 'version 2'],
    [withByte(2, 4), 'a port without a name'],
  ])('is not read: %s, %s', (other) => {
    expect(readLabel(other)).toBeUndefined();
  });
});

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
