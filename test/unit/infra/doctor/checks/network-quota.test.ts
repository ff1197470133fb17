import { describe, expect, it } from 'vitest';
import { networkQuota } from '../../../../../infra/doctor/checks/network-quota.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

describe('doctor on the quota of VPCs', () => {
  it.each([
    ['there is room', { present: 4, allowed: 5, isThere: false }, 'ok'],
    ['the VPC of the sandboxes is the last one', { present: 5, allowed: 5, isThere: true }, 'ok'],
    ['there is none', { present: 5, allowed: 5, isThere: false }, 'error'],
  ])('when %s', (_, facts, level) => {
    expect(levels(networkQuota.judge(facts, aSubject({ when: 'before' })))).toEqual([level]);
  });

  it('says what to ask for', () => {
    const found = networkQuota.judge({ present: 5, allowed: 5, isThere: false }, aSubject());

    expect(words(found)).toContain('--service-code vpc --quota-code L-F678F1CE --desired-value 6');
  });
});
