import { describe, expect, it } from 'vitest';
import { sweepAge } from '../../../../../infra/doctor/checks/sweep-age.ts';
import { aSubject, levels, NOW, words } from '../../../../support/doctor/a-subject.ts';

describe('doctor on the sweep', () => {
  it('says when the last one was', () => {
    expect(words(sweepAge.judge(new Date(NOW.getTime() - 120_000), aSubject()))).toContain('2 minutes ago');
  });

  it('finds its silence', () => {
    const found = sweepAge.judge(null, aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('"Alarm `sweep-silent`"');
  });
});
