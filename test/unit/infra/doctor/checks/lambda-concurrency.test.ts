import { describe, expect, it } from 'vitest';
import { lambdaConcurrency } from '../../../../../infra/doctor/checks/lambda-concurrency.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const judge = (total: number, unreserved = total) =>
  lambdaConcurrency.judge({ total, unreserved }, aSubject({ settings: { requestsPerSecond: 100 } }));

describe("doctor on Lambda's concurrency", () => {
  it('is content with what accounts usually have', () => {
    expect(levels(judge(1_000))).toEqual(['ok']);
  });

  it('is an error with the ten of a new account', () => {
    expect(levels(judge(10))).toEqual(['error']);
    expect(words(judge(10))).toContain('--service-code lambda --quota-code L-B99A9384 --desired-value 1000');
  });

  it('warns when it is less than the calls of a second, reservations taken off', () => {
    expect(levels(judge(1_000, 99))).toEqual(['warning']);
    expect(levels(judge(1_000, 100))).toEqual(['ok']);
  });
});
