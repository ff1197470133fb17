import { describe, expect, it } from 'vitest';
import type { CurrentLimits } from '../../../../../console/src/api/shapes.ts';
import { budgetIn } from '../../../../../console/src/pages/conversations/actions/budget-dialog.tsx';
import { appliedBudgets } from '../../../../../console/src/pages/conversations/detail/budget-notice.tsx';

const none = { usd: { limit: null, used: null }, sandbox_hours: { limit: null, used: null } };
const usd = (limit: number, used: number | null) => ({ ...none, usd: { limit, used } });
const budgets = (own: Partial<CurrentLimits['budgets']>): CurrentLimits['budgets'] => ({
  ...{ month: '2026-11', as_of: null, owner: none, key: none, member: null },
  ...own,
});
const conversation = { max_budget_per_task: null, metrics: { accumulated_cost: 0.9 } };

describe('the budgets of a waiting conversation', () => {
  it('are those with a limit, the fullest first', () => {
    const limits = budgets({ owner: usd(10, 2), key: usd(5, 5), member: usd(4, null) });
    const own = { ...conversation, max_budget_per_task: 1 };

    expect(appliedBudgets({ conversation: own, ofSettings: null, limits, self: 'This key' })).toEqual([
      { label: 'This key, this month', limit: 5, used: 5 },
      { label: 'This conversation', limit: 1, used: 0.9 },
      { label: 'Owner, this month', limit: 10, used: 2 },
      { label: 'Person of this key, this month', limit: 4, used: 0 },
    ]);
  });

  it.each([
    ['as in the settings', null, 2, [2]],
    ['of its own before that of the settings', 3, 2, [3]],
    ['none', 0, 2, []],
    ['none in the settings', null, 0, []],
    ['unknown', null, null, []],
  ] as const)('a budget of the conversation %s', (_which, max_budget_per_task, ofSettings, limits) => {
    const own = { ...conversation, max_budget_per_task };

    const applied = appliedBudgets({ conversation: own, ofSettings, limits: undefined, self: 'You' });
    expect(applied.map(({ limit }) => limit)).toEqual(limits);
  });

  it('are named once for a person', () => {
    const limits = budgets({ key: usd(5, 1), member: usd(5, 1) });

    expect(appliedBudgets({ conversation, ofSettings: null, limits, self: 'You' })).toHaveLength(1);
  });

  it('an empty field means that of the settings, and 0 none', () => {
    expect([budgetIn(''), budgetIn('0'), budgetIn('2.5')]).toEqual([null, 0, 2.5]);
  });
});
