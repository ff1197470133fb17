import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalId, dashed, isUuid, newId, uuidOf } from '../../../shared/ids.ts';

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });

describe('a new id', () => {
  it('is a UUID of version 7 in 32 hex characters, and knows its time', () => {
    const id = newId(new Date('2026-11-21T12:00:00.123Z'));

    expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(Number.parseInt(id.slice(0, 12), 16)).toBe(Date.parse('2026-11-21T12:00:00.123Z'));
  });

  it('sorts after every id of a millisecond before', () => {
    const made = Array.from({ length: 500 }, (_, index) => newId(new Date(1_790_000_000_000 + index)));

    expect(made.toSorted()).toEqual(made);
  });

  it('differs from others of its millisecond', () => {
    const now = new Date();

    expect(new Set(Array.from({ length: 2000 }, () => newId(now))).size).toBe(2000);
  });
});

describe('the canonical form of an id', () => {
  it('is one for dashes, none, and any case', async () => {
    await fc.assert(
      fc.property(hex, (id) => {
        expect([dashed(id), id.toUpperCase(), dashed(id).toUpperCase(), id].map(canonicalId)).toEqual([id, id, id, id]);
        expect(dashed(id)).toMatch(/^.{8}-.{4}-.{4}-.{4}-.{12}$/);
      }),
    );
  });

  it.each(['My.Conversation_1', '0193', 'g'.repeat(32), '', `${'a'.repeat(32)}-`])('leaves %s as it is', (text) => {
    expect([isUuid(text), canonicalId(text)]).toEqual([false, text]);
  });
});

describe('the UUID of a name', () => {
  it('is a UUID, stable, and another for another name', async () => {
    await fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(isUuid(uuidOf(a))).toBe(true);
        expect(uuidOf(a) === uuidOf(b)).toBe(a === b);
      }),
    );
    expect(uuidOf('ann/x')[12]).toBe('8');
  });
});
