import { describe, expect, it } from 'vitest';
import { durationOf, momentOf } from '../../../../../console/acs/arguments/options.ts';

const now = new Date('2026-11-24T12:00:00Z');

describe('momentOf', () => {
  it.each([
    ['30m', '2026-11-24T11:30:00.000Z'],
    ['7d', '2026-11-17T12:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:00', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00+01:00', '2027-01-31T11:00:00.000Z'],
  ])('reads %s', (text, time) => {
    expect(momentOf('since', text, now).toISOString()).toBe(time);
  });

  it.each(['', 'yesterday', '5', '2027-13-01', '-3d', '1y'])('refuses "%s", naming the option', (text) => {
    expect(() => momentOf('since', text, now)).toThrow('--since');
  });
});

describe('durationOf', () => {
  it.each([
    ['90s', 90],
    ['0s', 0],
    ['2w', 1_209_600],
  ])('reads %s', (text, seconds) => {
    expect(durationOf('overlap', text)).toBe(seconds);
  });

  it('refuses a number without a unit', () => {
    expect(() => durationOf('overlap', '90')).toThrow('--overlap');
  });
});
