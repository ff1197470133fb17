import { describe, expect, it } from 'vitest';
import {
  ConversationId,
  DateTime,
  idList,
  limit,
  QueryBoolean,
  SandboxId,
  Uuid,
} from '../../../../shared/contract/shapes/fields.ts';

describe('date-time of a filter', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00:00.123456Z', '2026-11-21T12:00:00.123Z'],
    ['2026-11-21T14:00:00+02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T14:00:00 02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T07:00:00-05:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 12:00:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 12:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 14:00:00 02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 14:00:00+02:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T14:00:00+0200', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21 14:00 02:00', '2026-11-21T12:00:00.000Z'],
    [' 2026-11-21T12:00:00Z ', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('converts %s to %s', (text, expected) => {
    expect(DateTime.parse(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '21.11.2026',
    '2026-13-01',
    '2026-02-30',
    '2026-11-21T25:00:00Z',
    '1763726400',
    'T12:00',
    '2026-11-21T12:00:00+99:00',
  ])('refuses %s', (text) => {
    expect(DateTime.safeParse(text).success).toBe(false);
  });

  it.each(['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+12:00'])(
    'converts %s to a text that sorts like the stored times',
    (text) => {
      const { data } = DateTime.safeParse(text);

      expect(data === undefined || /^\d{4}-/.test(data)).toBe(true);
    },
  );
});

describe('ids', () => {
  it('may have any form of a UUID, and get the canonical form', () => {
    const id = '0193aaaabbbb7ccc8dddeeeeffff0000';

    for (const text of [id, id.toUpperCase(), '0193AAAA-bbbb-7ccc-8ddd-eeeeffff0000'])
      expect([Uuid, SandboxId, ConversationId].map((schema) => schema.parse(text))).toEqual([id, id, id]);
  });

  it('of conversations and sandboxes may be chosen words', () => {
    expect(ConversationId.parse('My.run_1-a')).toBe('My.run_1-a');
    expect(Uuid.safeParse('My.run_1-a').success).toBe(false);
    expect(SandboxId.safeParse('x'.repeat(63)).success).toBe(true);
    expect(SandboxId.safeParse('x'.repeat(64)).success).toBe(false);
    expect(ConversationId.safeParse('x'.repeat(100)).success).toBe(true);
    expect(ConversationId.safeParse('x'.repeat(101)).success).toBe(false);
  });

  it('are bounded in number', () => {
    const list = idList(Uuid, 2);

    expect(list.safeParse(['x']).success).toBe(false);
    expect(list.safeParse(Array.from({ length: 3 }, () => 'a'.repeat(32))).error?.issues[0]).toMatchObject({
      message: 'Too many ids requested. Maximum is 2.',
    });
  });
});

describe('page limit', () => {
  it.each([
    ['1', 1],
    ['100', 100],
    [undefined, 20],
  ])('convert %s to %s', (text, expected) => {
    expect(limit(20).parse(text)).toBe(expected);
  });

  it.each(['0', '-1', '101', '1.5', 'x', '', '1e400'])('cannot be %s', (text) => {
    expect(limit(20).safeParse(text).success).toBe(false);
  });
});

describe('boolean of a query', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
    ['True', true],
  ])('converts %s to %s', (text, expected) => {
    expect(QueryBoolean.parse(text)).toBe(expected);
  });

  it('takes true and false only', () => {
    expect(QueryBoolean.safeParse('maybe').success).toBe(false);
  });
});
