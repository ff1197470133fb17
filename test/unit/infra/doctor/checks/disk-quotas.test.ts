import { describe, expect, it } from 'vitest';
import { diskQuotas } from '../../../../../infra/doctor/checks/disk-quotas.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const subject = aSubject({ settings: { sandboxLimit: 100 } });

describe('doctor on the quotas of EBS', () => {
  it('is content with what AWS gives', () => {
    expect(levels(diskQuotas.judge({ tebibytes: 50, snapshots: 100_000 }, subject))).toEqual(['ok', 'ok']);
  });

  it('warns when the workspaces of one owner have no room', () => {
    const found = diskQuotas.judge({ tebibytes: 1, snapshots: 100_000 }, subject);

    expect(levels(found)).toEqual(['warning', 'ok']);
    expect(words(found)).toContain('--service-code ebs --quota-code L-7A658B76 --desired-value 2');
  });

  it('warns when the snapshots of one owner have no room', () => {
    const found = diskQuotas.judge({ tebibytes: 50, snapshots: 299 }, subject);

    expect(levels(found)).toEqual(['ok', 'warning']);
    expect(words(found)).toContain('--service-code ebs --quota-code L-309BACF6 --desired-value 300');
  });
});
