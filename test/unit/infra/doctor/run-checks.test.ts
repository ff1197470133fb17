import { afterAll, describe, expect, it } from 'vitest';
import { openAccount } from '../../../../infra/doctor/account/account.ts';
import { type Check, error, ok, warning } from '../../../../infra/doctor/check.ts';
import { checks } from '../../../../infra/doctor/checks.ts';
import { jsonReport, tallyOf, textReport } from '../../../../infra/doctor/report.ts';
import { runChecks, unchecked } from '../../../../infra/doctor/run-checks.ts';
import { aSubject, levels, words } from '../../../support/doctor/a-subject.ts';

/** These checks call nothing. */
const account = openAccount({ endpoint: 'http://127.0.0.1:1', region: 'eu-west-1' }, 'x-dev');
afterAll(() => account.close());

const aCheck = (id: string, run: Check['run'], when: Check['when'] = ['after']): Check => ({
  id,
  about: id,
  when,
  actions: ['iam:GetRole'],
  run,
});

const well = aCheck('well', async () => [ok('well')]);

describe('a run of checks', () => {
  it('does those of its time, in their order', async () => {
    const before = aCheck('before', async () => [ok('before')], ['before']);
    const slow = aCheck('slow', () => new Promise((resolve) => setImmediate(() => resolve([ok('slow')]))));
    const results = await runChecks([slow, before, well], account, aSubject());

    expect(results.map(({ check }) => check)).toEqual(['slow', 'well']);
    expect(results.every(({ isChecked }) => isChecked)).toBe(true);
  });

  it('continues after a failed check', async () => {
    const broken = aCheck('broken', () => Promise.reject(new Error('no route')));
    const [first, second] = await runChecks([broken, well], account, aSubject());

    expect(first?.isChecked).toBe(false);
    expect(words(first?.findings ?? [])).toContain('It could not be checked: no route.');
    expect(second?.findings).toEqual([ok('well')]);
  });

  it('ends a check at its deadline', async () => {
    const endless = aCheck('endless', () => new Promise(() => undefined));
    const [result] = await runChecks([endless], account, aSubject(), 10);

    expect(words(result?.findings ?? [])).toContain('there was no response within 0.01 s');
  });
});

describe('the checks', () => {
  it('have unique ids, permissions and a phase', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const { id, actions, when } of checks) {
      expect(when.length, id).toBeGreaterThan(0);
      expect(actions.length, id).toBeGreaterThan(0);
      for (const action of actions) expect(action, id).toMatch(/^[a-z0-9]+:[A-Z]\w+$/);
    }
  });

  it('only read', () => {
    const verbs = checks.flatMap(({ actions }) => actions).map((action) => action.split(':')[1]);

    for (const verb of verbs) expect(verb).toMatch(/^(Get|List|Describe|BatchGet|Query)/);
  });
});

const check = { actions: ['iam:GetRole', 'ec2:DescribeVpcs'] };

function awsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

describe('a check that could not look', () => {
  it.each(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'])(
    'names the missing action of %s',
    (name) => {
      const refusal = awsError(
        name,
        'User: arn:x is not authorized to perform: iam:GetRole on resource: role y because …',
      );
      const finding = unchecked(check, refusal);

      expect(levels([finding])).toEqual(['warning']);
      expect(words([finding])).toContain('the credentials lack iam:GetRole.');
    },
  );

  it('names all that it needs when the refusal names none', () => {
    expect(words([unchecked(check, awsError('AccessDenied', 'Access Denied'))])).toContain(
      'one of iam:GetRole, ec2:DescribeVpcs',
    );
  });

  it('gives the reason of any other failure', () => {
    expect(words([unchecked(check, awsError('TimeoutError', 'connect timed out'))])).toContain(
      'It could not be checked: connect timed out.',
    );
    expect(words([unchecked(check, 'broken')])).toContain('It could not be checked: broken.');
  });
});

const results = [
  { check: 'zones', isChecked: true, findings: [ok('All is well.')] },
  { check: 'secrets', isChecked: true, findings: [error('One is gone.', 'No start.', 'Restore it.')] },
  { check: 'alarms', isChecked: false, findings: [warning('Not checked.', 'Not known.', 'Allow it.')] },
];

describe('report of doctor', () => {
  it('tells people what is wrong, what it means and what to do', () => {
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
