import { describe, expect, it } from 'vitest';
import { streamLag } from '../../../../../infra/doctor/checks/stream-lag.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const reader = { function: 'reconcile', id: 'uuid-1', state: 'Enabled', result: 'OK', ageSeconds: 0 };

describe('doctor on streams', () => {
  it('is content with readers in time, and with those that had nothing to read', () => {
    expect(levels(streamLag.judge([reader, { ...reader, ageSeconds: null }], aSubject()))).toEqual(['ok']);
  });

  it('finds that nothing is read', () => {
    expect(levels(streamLag.judge([], aSubject()))).toEqual(['error']);
  });

  it('finds a reader that is switched off', () => {
    const found = streamLag.judge([{ ...reader, state: 'Disabled' }], aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('aws lambda update-event-source-mapping --uuid uuid-1 --enabled');
  });

  it('finds a reader that Lambda has trouble with', () => {
    const result = 'PROBLEM: The role may not read the stream';

    expect(words(streamLag.judge([{ ...reader, result }], aSubject()))).toContain(result);
  });

  it.each([
    [59, 'ok'],
    [60, 'warning'],
    [1_800, 'error'],
  ])('judges a change that was %i s old', (ageSeconds, level) => {
    expect(levels(streamLag.judge([{ ...reader, ageSeconds }], aSubject()))).toEqual([level]);
  });

  it('tells of a function once, however many streams it reads', () => {
    const late = { ...reader, ageSeconds: 90 };

    expect(levels(streamLag.judge([late, { ...late, id: 'uuid-2' }], aSubject()))).toEqual(['warning']);
  });
});
