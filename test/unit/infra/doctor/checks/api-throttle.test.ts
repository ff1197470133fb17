import { describe, expect, it } from 'vitest';
import { apiThrottle } from '../../../../../infra/doctor/checks/api-throttle.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const subject = aSubject({ settings: { requestsPerSecond: 100, requestBurst: 200 } });

describe("doctor on API Gateway's throttle", () => {
  it('is content when the settings stay below', () => {
    expect(levels(apiThrottle.judge({ rate: 100, burst: 200 }, subject))).toEqual(['ok', 'ok']);
  });

  it('warns of each setting that is above', () => {
    const found = apiThrottle.judge({ rate: 99, burst: 199 }, subject);

    expect(levels(found)).toEqual(['warning', 'warning']);
    expect(words(found)).toContain('Set requestsPerSecond to 99 or less');
    expect(words(found)).toContain('Set requestBurst to 199 or less');
  });
});
