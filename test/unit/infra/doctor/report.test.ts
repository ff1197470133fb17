import { describe, expect, it } from 'vitest';
import { error, ok, warning } from '../../../../infra/doctor/check.ts';
import { jsonReport, tallyOf, textReport } from '../../../../infra/doctor/report.ts';
import { aSubject } from '../../../support/doctor/a-subject.ts';

const results = [
  { check: 'zones', isChecked: true, findings: [ok('All is well.')] },
  { check: 'secrets', isChecked: true, findings: [error('One is gone.', 'No start.', 'Restore it.')] },
  { check: 'alarms', isChecked: false, findings: [warning('Not checked.', 'Not known.', 'Allow it.')] },
];

describe('report of doctor', () => {
  it('says for people what is wrong, what it means and what to do', () => {
    expect(textReport(results, aSubject())).toBe(
      [
        'agent-conversations-prod in account 123456789012, Region eu-west-1, as it is deployed',
        '',
        'ok       zones    All is well.',
        'error    secrets  One is gone.',
        '                  Means: No start.',
        '                  Do: Restore it.',
        'warning  alarms   Not checked.',
        '                  Means: Not known.',
        '                  Do: Allow it.',
        '',
        '1 ok, 1 warning, 1 error',
      ].join('\n'),
    );
  });

  it('is one line of JSON for programs', () => {
    const text = jsonReport(results, aSubject({ when: 'before' }));

    expect(text).not.toContain('\n');
    expect(JSON.parse(text)).toEqual({
      deployment: 'agent-conversations-prod',
      account: '123456789012',
      region: 'eu-west-1',
      when: 'before',
      totals: { ok: 1, warning: 1, error: 1 },
      findings: [
        { check: 'zones', level: 'ok', checked: true, says: 'All is well.' },
        {
          check: 'secrets',
          level: 'error',
          checked: true,
          says: 'One is gone.',
          means: 'No start.',
          do: 'Restore it.',
        },
        {
          check: 'alarms',
          level: 'warning',
          checked: false,
          says: 'Not checked.',
          means: 'Not known.',
          do: 'Allow it.',
        },
      ],
    });
  });

  it('counts by level', () => {
    expect(tallyOf([])).toEqual({ ok: 0, warning: 0, error: 0 });
  });
});
