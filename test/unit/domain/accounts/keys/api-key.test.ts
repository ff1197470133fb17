import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, newApiKey, parseApiKey, sameHash } from '../../../../../shared/domain/accounts/keys/api-key.ts';

describe('new API key', () => {
  it('has a prefix, an id, 256 random bits and a checksum, and is unique', () => {
    const keys = Array.from({ length: 200 }, newApiKey);

    for (const { keyId, text } of keys) {
      expect(text).toMatch(/^acs_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
      expect(text.split('_')[1]).toBe(keyId);
      expect(parseApiKey(text)).toEqual({ keyId, text });
    }
    expect(new Set(keys.map(({ text }) => text)).size).toBe(200);
    // 43 characters of a 62-character alphabet are more than 256 bits.
    expect(43 * Math.log2(62)).toBeGreaterThan(256);
  });

  it('uses its whole alphabet evenly', () => {
    const text = Array.from({ length: 1000 }, () => newApiKey().text.slice(17, 60)).join('');
    const counts = Map.groupBy([...text], (character) => character);
    const expected = text.length / 62;

    expect(counts.size).toBe(62);
    for (const [, found] of counts) expect(Math.abs(found.length - expected)).toBeLessThan(expected * 0.3);
  });
});

describe('parsing an API key', () => {
  it('rejects a key with any one wrong character', async () => {
    const { text } = newApiKey();

    await fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'0aZ_-'), (at, character) => {
        fc.pre(text[at] !== character);
        expect(parseApiKey(`${text.slice(0, at)}${character}${text.slice(at + 1)}`)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it.each(['', 'acs_', 'hello', 'Bearer x', newApiKey().text.slice(1), `${newApiKey().text}x`, ` ${newApiKey().text}`])(
    'refuses: %s',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );
});

describe('hashes of API keys', () => {
  it('are SHA-256 in hex, and differ for different keys', () => {
    const [one, two] = [newApiKey(), newApiKey()];

    expect(hashOf(one)).toMatch(/^[0-9a-f]{64}$/);
    expect(sameHash(hashOf(one), hashOf(one))).toBe(true);
    expect(sameHash(hashOf(one), hashOf(two))).toBe(false);
  });

  it('compare as unequal without an error when their lengths differ', () => {
    expect(sameHash(hashOf(newApiKey()), 'ab')).toBe(false);
    expect(sameHash('', hashOf(newApiKey()))).toBe(false);
  });
});
