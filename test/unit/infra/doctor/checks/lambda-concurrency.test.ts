import { describe, expect, it } from 'vitest';
import { lambdaConcurrency } from '../../../../../infra/doctor/checks/lambda-concurrency.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const judge = (total: number, unreserved = total) =>
  lambdaConcurrency.judge({ total, unreserved }, aSubject({ settings: { requestsPerSecond: 100, waits: 50 } }));

describe("doctor on Lambda's concurrency", () => {
  it('is content with what accounts usually have', () => {
    expect(levels(judge(1_000))).toEqual(['ok']);
  });

  it('is an error with the ten of a new account', () => {
    expect(levels(judge(10))).toEqual(['error']);
    expect(words(judge(10))).toContain('--service-code lambda --quota-code L-B99A9384 --desired-value 1000');
  });

  it('is an error when waits may hold nearly all', () => {
    expect(levels(judge(60))).toEqual(['error']);
    expect(words(judge(60))).toContain('Set waits to ');
  });

  it('warns when an alarm counts on another quota', () => {
    const subject = aSubject({ settings: { requestsPerSecond: 100, alarms: 'all', functionConcurrency: 500 } });
    const found = lambdaConcurrency.judge({ total: 1_000, unreserved: 1_000 }, subject);

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('-c functionConcurrency=1000');
  });

  it('warns when it is less than the calls of a second, reservations taken off', () => {
    expect(levels(judge(1_000, 99))).toEqual(['warning']);
    expect(levels(judge(1_000, 100))).toEqual(['ok']);
  });
});
