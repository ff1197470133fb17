import { describe, expect, it } from 'vitest';
import { alarms } from '../../../../../infra/doctor/checks/alarms.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const alarm = {
  AlarmName: 'agent-conversations-prod-work-failed',
  AlarmDescription: 'An event failed at every try.',
  StateValue: 'OK',
  ActionsEnabled: true,
} as const;

describe('doctor on alarms', () => {
  it('is content when none rings, and when none has data yet', () => {
    expect(levels(alarms.judge([alarm, { ...alarm, StateValue: 'INSUFFICIENT_DATA' }], aSubject()))).toEqual(['ok']);
  });

  it('gives the meaning of one that rings, and its place in the runbook', () => {
    const found = alarms.judge([alarm, { ...alarm, StateValue: 'ALARM' }], aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('An event failed at every try.');
    expect(words(found)).toContain('"Alarm `work-failed`"');
  });

  it('warns of one that is muted', () => {
    expect(levels(alarms.judge([{ ...alarm, ActionsEnabled: false }], aSubject()))).toEqual(['warning']);
  });

  it('warns when there is none, unless the settings ask for none', () => {
    expect(levels(alarms.judge([], aSubject({ settings: { alarms: 'basic' } })))).toEqual(['warning']);
  });
});
