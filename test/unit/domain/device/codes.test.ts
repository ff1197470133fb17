import { describe, expect, it } from 'vitest';
import {
  hashOfDeviceCode,
  hashOfUserCode,
  newDeviceCode,
  newUserCode,
} from '../../../../shared/domain/device/codes.ts';

describe('device codes', () => {
  it('are unique, and short only for people', () => {
    const codes = Array.from({ length: 100 }, newUserCode);

    expect(new Set(codes).size).toBe(100);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(Buffer.from(newDeviceCode(), 'base64url')).toHaveLength(32);
  });

  it('are found in any way that a person may type them', () => {
    const found = hashOfUserCode('BCDF-GHJK');

    expect([' bcdf ghjk', 'bcdfghjk', 'BcDf–GhJk'].map(hashOfUserCode)).toEqual([found, found, found]);
    expect(hashOfUserCode('BCDF-GHJL')).not.toBe(found);
  });

  it('of one kind are never accepted as the other kind', () => {
    expect(hashOfDeviceCode('BCDFGHJK')).not.toBe(hashOfUserCode('BCDFGHJK'));
  });
});
