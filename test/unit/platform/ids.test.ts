import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalId, dashed, isUuid } from '../../../shared/contract/shapes/ids.ts';
import { newId, uuidOf } from '../../../shared/platform/ids.ts';

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });

describe('new id', () => {
  it('is a UUID of version 7 in 32 hex characters, and contains its time', () => {
    const id = newId(new Date('2026-11-21T12:00:00.123Z'));

    expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(Number.parseInt(id.slice(0, 12), 16)).toBe(Date.parse('2026-11-21T12:00:00.123Z'));
  });

  it('sorts after every id of an earlier millisecond', () => {
    const made = Array.from({ length: 500 }, (_, index) => newId(new Date(1_790_000_000_000 + index)));

    expect(made.toSorted()).toEqual(made);
  });

  it('is unique within its millisecond', () => {
    const now = new Date();

    expect(new Set(Array.from({ length: 2000 }, () => newId(now))).size).toBe(2000);
  });
});

describe('canonical form of an id', () => {
  it('is the same with dashes, without dashes and in any case', async () => {
    await fc.assert(
      fc.property(hex, (id) => {
        expect([dashed(id), id.toUpperCase(), dashed(id).toUpperCase(), id].map(canonicalId)).toEqual([id, id, id, id]);
        expect(dashed(id)).toMatch(/^.{8}-.{4}-.{4}-.{4}-.{12}$/);
      }),
    );
  });

  it.each(['My.Conversation_1', '0193', 'g'.repeat(32), '', `${'a'.repeat(32)}-`])('leaves %s unchanged', (text) => {
    expect([isUuid(text), canonicalId(text)]).toEqual([false, text]);
  });
});

describe('UUID of a name', () => {
  it('is a valid UUID, stable, and different for different names', async () => {
    await fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(isUuid(uuidOf(a))).toBe(true);
        expect(uuidOf(a) === uuidOf(b)).toBe(a === b);
      }),
    );
    expect(uuidOf('ann/x')[12]).toBe('8');
  });
});
