import { describe, expect, it } from 'vitest';
import { judgeAudit } from '../../../../infra/supply-chain/advisories.ts';

const today = new Date('2026-11-23T12:00:00Z');
const id = 'GHSA-23cf-gh45-jm67';
const advisory = {
  name: 'left',
  title: 'it pads too far',
  severity: 'high',
  url: `https://github.com/advisories/${id}`,
};
const report = (...via: readonly (object | string)[]) => ({
  auditReportVersion: 2,
  vulnerabilities: via.length === 0 ? {} : { left: { via } },
});
const exception = {
  id,
  package: 'left',
  reason: 'only the tests use it, with texts of their own',
  until: '2026-12-31',
};

describe('what npm found', () => {
  it('passes when it is nothing', () => {
    expect(judgeAudit(report(), [], today)).toEqual({ kind: 'judged', faults: [], packages: 0 });
  });

  it('is refused, with the package and the address of the advisory', () => {
    const faults = [expect.stringMatching(/^left has a weakness \(high\): it pads too far, https:.*GHSA-23cf/)];

    expect(judgeAudit(report(advisory), [], today)).toMatchObject({ faults });
  });

  it('passes by a written exception, for as long as that lasts', () => {
    expect(judgeAudit(report(advisory), [exception], today)).toMatchObject({ faults: [] });
    expect(judgeAudit(report(advisory), [{ ...exception, until: '2026-11-22' }], today)).toMatchObject({
      faults: [expect.stringContaining('ended on 2026-11-22')],
    });
  });

  it('is not excused by an exception for another package or advisory', () => {
    const others = [
      { ...exception, package: 'right' },
      { ...exception, id: 'GHSA-2222-3333-4444' },
    ];
    for (const other of others) {
      expect(judgeAudit(report(advisory), [other], today)).toMatchObject({
        faults: [expect.stringContaining('has a weakness'), expect.stringContaining('excuses nothing any more')],
      });
    }
  });

  it('names the cause alone where one package is affected by way of another', () => {
    expect(judgeAudit(report('right'), [], today)).toMatchObject({ faults: [], packages: 1 });
  });
});

describe('a registry without a report', () => {
  it('has no advisories, or failed', () => {
    expect(judgeAudit({ statusCode: 405, message: 'refused' }, [], today)).toEqual({
      kind: 'not offered',
      status: 405,
    });
    expect(() => judgeAudit({ statusCode: 503, message: 'overloaded' }, [], today)).toThrow('overloaded');
    expect(() => judgeAudit({ message: 'no network' }, [], today)).toThrow('no network');
  });
});
