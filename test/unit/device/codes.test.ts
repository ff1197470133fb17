import { describe, expect, it } from 'vitest';
import { hashOfDeviceCode, hashOfUserCode, newDeviceCode, newUserCode } from '../../../shared/device/codes.ts';

describe('device codes', () => {
  it('are unlike each other, and short only for people', () => {
    const codes = Array.from({ length: 100 }, newUserCode);

    expect(new Set(codes).size).toBe(100);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(Buffer.from(newDeviceCode(), 'base64url')).toHaveLength(32);
  });

  it('are found however a person types them', () => {
    const found = hashOfUserCode('BCDF-GHJK');

    expect([' bcdf ghjk', 'bcdfghjk', 'BcDf–GhJk'].map(hashOfUserCode)).toEqual([found, found, found]);
    expect(hashOfUserCode('BCDF-GHJL')).not.toBe(found);
  });

  it('never lead from one kind to the other', () => {
    expect(hashOfDeviceCode('BCDFGHJK')).not.toBe(hashOfUserCode('BCDFGHJK'));
  });
});
