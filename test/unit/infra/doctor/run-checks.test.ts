import { afterAll, describe, expect, it } from 'vitest';
import { openAccount } from '../../../../infra/doctor/account/account.ts';
import { type Check, ok } from '../../../../infra/doctor/check.ts';
import { checks } from '../../../../infra/doctor/checks.ts';
import { runChecks } from '../../../../infra/doctor/run-checks.ts';
import { aSubject, words } from '../../../support/doctor/a-subject.ts';

/** No check of these asks it anything. */
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

  it('goes on after a check that fails', async () => {
    const broken = aCheck('broken', () => Promise.reject(new Error('no route')));
    const [first, second] = await runChecks([broken, well], account, aSubject());

    expect(first?.isChecked).toBe(false);
    expect(words(first?.findings ?? [])).toContain('It could not be checked: no route.');
    expect(second?.findings).toEqual([ok('well')]);
  });

  it('gives up a check at its deadline', async () => {
    const endless = aCheck('endless', () => new Promise(() => undefined));
    const [result] = await runChecks([endless], account, aSubject(), 10);

    expect(words(result?.findings ?? [])).toContain('there was no answer within 0.01 s');
  });
});

describe('the checks', () => {
  it('have ids of their own, name what they need, and belong to a time', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const { id, actions, when } of checks) {
      expect(when.length, id).toBeGreaterThan(0);
      expect(actions.length, id).toBeGreaterThan(0);
      for (const action of actions) expect(action, id).toMatch(/^[a-z0-9]+:[A-Z]\w+$/);
    }
  });

  it('only read', () => {
    const verbs = checks.flatMap(({ actions }) => actions).map((action) => action.split(':')[1]);

    for (const verb of verbs) expect(verb).toMatch(/^(Get|List|Describe|BatchGet)/);
  });
});
