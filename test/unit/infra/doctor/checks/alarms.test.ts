import { describe, expect, it } from 'vitest';
import { alarms } from '../../../../../infra/doctor/checks/alarms.ts';
import { aSubject, levels } from '../../../../support/doctor/a-subject.ts';

const alarm = {
  AlarmName: 'agent-conversations-prod-work-failed',
  ActionsEnabled: true,
} as const;

describe('doctor on alarms', () => {
  it('accepts alarms that can notify', () => {
    expect(levels(alarms.judge([alarm], aSubject()))).toEqual(['ok']);
  });

  it('warns of one that is muted', () => {
    expect(levels(alarms.judge([{ ...alarm, ActionsEnabled: false }], aSubject()))).toEqual(['warning']);
  });

  it('warns when there is none, unless the settings ask for none', () => {
    expect(levels(alarms.judge([], aSubject({ settings: { alarms: 'basic' } })))).toEqual(['warning']);
  });
});
