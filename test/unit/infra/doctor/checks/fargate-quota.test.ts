import { describe, expect, it } from 'vitest';
import { fargateQuota } from '../../../../../infra/doctor/checks/fargate-quota.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

describe("doctor on Fargate's quota", () => {
  it('is content when one owner can have all sandboxes of the limit', () => {
    expect(levels(fargateQuota.judge(10, aSubject({ settings: { sandboxLimit: 10 } })))).toEqual(['ok']);
  });

  it('warns when one owner alone can use it up, and says how much to ask for', () => {
    const found = fargateQuota.judge(6, aSubject({ settings: { sandboxLimit: 10 } }));

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('--service-code fargate --quota-code L-3032A538 --desired-value 10');
    expect(words(found)).toContain('all owners together get 6');
  });

  it('is an error when not one sandbox can start', () => {
    expect(levels(fargateQuota.judge(0.5, aSubject()))).toEqual(['error']);
  });

  it('warns of more launches in a second than Fargate makes', () => {
    const settings = { sandboxLimit: 1, launchesPerSecond: 20 };

    expect(words(fargateQuota.judge(6, aSubject({ settings })))).toContain('launchesPerSecond is 20');
    expect(levels(fargateQuota.judge(6, aSubject({ settings: { ...settings, launchesPerSecond: 19 } })))).toEqual([
      'ok',
    ]);
  });
});
