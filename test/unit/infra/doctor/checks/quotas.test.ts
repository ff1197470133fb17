import { describe, expect, it } from 'vitest';
import { apiThrottle, diskQuotas, fargateQuota, lambdaConcurrency } from '../../../../../infra/doctor/checks/quotas.ts';
import { ROLES_OF_STAGE, roles } from '../../../../../infra/doctor/checks/roles.ts';
import { warmPool } from '../../../../../infra/doctor/checks/warm-pool.ts';
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

describe('doctor on the quotas of EBS', () => {
  const subject = aSubject({ settings: { sandboxLimit: 100 } });

  it("accepts AWS's default quotas", () => {
    expect(levels(diskQuotas.judge({ tebibytes: 50, snapshots: 100_000 }, subject))).toEqual(['ok', 'ok']);
  });

  it('warns when the workspaces of one owner have no room', () => {
    const found = diskQuotas.judge({ tebibytes: 1, snapshots: 100_000 }, subject);

    expect(levels(found)).toEqual(['warning', 'ok']);
    expect(words(found)).toContain('--service-code ebs --quota-code L-7A658B76 --desired-value 2');
  });

  it('warns when the snapshots of one owner have no room', () => {
    const found = diskQuotas.judge({ tebibytes: 50, snapshots: 399 }, subject);

    expect(levels(found)).toEqual(['ok', 'warning']);
    expect(words(found)).toContain('--service-code ebs --quota-code L-309BACF6 --desired-value 400');
  });
});

describe("doctor on Fargate's quota", () => {
  it("accepts a quota for one owner's vCPU limit", () => {
    expect(levels(fargateQuota.judge(20, aSubject({ settings: { sandboxLimit: 10 } })))).toEqual(['ok']);
    expect(levels(fargateQuota.judge(10, aSubject({ settings: { sandboxLimit: 10, vcpuLimit: 10 } })))).toEqual(['ok']);
  });

  it('warns if a single owner can exhaust it, and states the quota to request', () => {
    const found = fargateQuota.judge(6, aSubject({ settings: { sandboxLimit: 10 } }));

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('--service-code fargate --quota-code L-3032A538 --desired-value 20');
    expect(words(found)).toContain('all owners together get 6');
  });

  it('is an error when not one sandbox can start', () => {
    expect(levels(fargateQuota.judge(0.5, aSubject()))).toEqual(['error']);
  });

  it('names the specs that still can', () => {
    const [spec] = aSubject().specs;
    const small = { ...spec, id: 'small', cpu: 256 };

    expect(words(fargateQuota.judge(0.5, aSubject({ specs: [spec, small] })))).toContain('Only small can.');
    expect(words(fargateQuota.judge(0.1, aSubject({ specs: [spec, small] })))).not.toContain('Only');
  });

  it('warns of more launches in a second than Fargate makes', () => {
    const settings = { sandboxLimit: 1, launchesPerSecond: 20 };

    expect(words(fargateQuota.judge(6, aSubject({ settings })))).toContain('launchesPerSecond is 20');
    expect(levels(fargateQuota.judge(6, aSubject({ settings: { ...settings, launchesPerSecond: 19 } })))).toEqual([
      'ok',
    ]);
  });
});

const judge = (total: number, unreserved = total) =>
  lambdaConcurrency.judge({ total, unreserved }, aSubject({ settings: { requestsPerSecond: 100, waits: 50 } }));

describe("doctor on Lambda's concurrency", () => {
  it('accepts the usual quotas of accounts', () => {
    expect(levels(judge(1_000))).toEqual(['ok']);
  });

  it('is an error with the ten of a new account', () => {
    expect(levels(judge(10))).toEqual(['error']);
    expect(words(judge(10))).toContain('--service-code lambda --quota-code L-B99A9384 --desired-value 1000');
  });

  it('is an error if waits can occupy nearly all', () => {
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

const [spec] = aSubject().specs;
const withPool = (pool: typeof spec.warmPool) =>
  aSubject({ specs: [{ ...spec, cpu: 1024, memoryMegabytes: 4096, workspaceGigabytes: 20, warmPool: pool }] });

describe('doctor on warm pools', () => {
  it('states that no spec has one', () => {
    expect(words(warmPool.judge(1_000, aSubject()))).toContain('No spec has a warm pool.');
  });

  it('states the hourly cost of a pool by its size', () => {
    const found = [1, 4].map((size) => words(warmPool.judge(1_000, withPool({ size, hours: { from: 8, until: 20 } }))));

    expect(found[0]).toContain('keeps 1 tasks 12 hours a day');
    const [one, four] = found.map((text) => Number(/USD ([\d.]+) an hour/.exec(text)?.[1]));
    expect(one).toBeGreaterThan(0.04);
    expect(four).toBeCloseTo(4 * (one ?? 0), 0);
  });

  it('warns about pools that use most of the Fargate quota', () => {
    expect(words(warmPool.judge(6, withPool({ size: 4 })))).toContain('use 4 of the 6 vCPU');
    expect(levels(warmPool.judge(8, withPool({ size: 4 })))).toEqual(['ok']);
  });

  it('warns of a pool that costs much', () => {
    expect(levels(warmPool.judge(1_000, withPool({ size: 2 })))).toEqual(['ok']);
    expect(levels(warmPool.judge(1_000, withPool({ size: 60 })))).toEqual(['warning']);
  });
});

describe('doctor on the quota of IAM roles', () => {
  const account = { used: 40, allowed: 1_000, isDeployed: false };

  it('counts the stages that fit', () => {
    const five = Math.floor(960 / ROLES_OF_STAGE);

    expect(levels(roles.judge(account, subject))).toEqual(['ok']);
    expect(words(roles.judge(account, subject))).toContain(
      `The account has 40 of 1000 IAM roles. A stage has ${ROLES_OF_STAGE}: ${five} more fit.`,
    );
  });

  it('warns before a first deployment that does not fit', () => {
    const used = 1_001 - ROLES_OF_STAGE;

    expect(levels(roles.judge({ ...account, used: used - 1 }, subject))).toEqual(['ok']);
    expect(levels(roles.judge({ ...account, used }, subject))).toEqual(['warning']);
    expect(words(roles.judge({ ...account, used }, subject))).toContain('--service-code iam --quota-code L-FE177D64');
  });

  it('is content with a deployed stage after which none fits', () => {
    const found = roles.judge({ used: 1_000, allowed: 1_000, isDeployed: true }, subject);

    expect(levels(found)).toEqual(['ok']);
    expect(words(found)).toContain(': 0 more fit.');
  });
});
