import { describe, expect, it } from 'vitest';
import { putBudgetOverride } from '../../../../functions/billing/put-budget-override.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { aUsageRow } from '../../../support/billing/usage-data.ts';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { budgetsScene } from './budgets-scene.ts';

const { scene, usage, deps, params, put, remove, finances } = await budgetsScene();

describe('the budget of a member', () => {
  it('is set, replaced and removed, and leaves the other limits', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const limits = scene.limited({ sandboxes: 2 });
    const { person } = await scene.someone(ownerId, 'member', { limits });
    usage.set(ownerId, { microUsd: 250_000 }, person.id);

    const { body } = await put(caller, person.id, { monthly_limit: 5, is_disabled: false });

    expectHosted('OrgBudgetUserResponse', body);
    expect(body).toMatchObject({ user_id: person.id, current_spend: 0.25, monthly_limit: 5, is_override: true });
    expect((await scene.members.find(ownerId, person.id))?.limits).toMatchObject({
      ...{ sandboxes: 2, monthly_budget_usd: 5 },
    });
    expect((await put(caller, person.id, { monthly_limit: 6 })).body.effective_monthly_limit).toBe(6);
    const removed = await remove(caller, person.id);
    expect([removed.status, removed.text, removed.headers['Content-Type']]).toEqual([204, '', undefined]);
    expect((await remove(caller, person.id)).status).toBe(204);
    expect((await scene.members.find(ownerId, person.id))?.limits).toMatchObject({
      ...{ sandboxes: 2, monthly_budget_usd: null },
    });
    expect((await scene.recorded(ownerId)).map(([action]) => action)).toEqual(Array(3).fill('member.updated'));
  });

  it('is unchanged when the month cannot be added up', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'member');
    const unsettled = {
      monthToDate: () => Promise.reject(new AppError('usage_not_settled', 'later')),
    };
    const request = { caller, params: params(caller, person.id), body: { monthly_limit: 5 } };

    const { body } = await invoke(putBudgetOverride, { ...deps, usage: unsettled }, request);

    expect(body.code).toBe('usage_not_settled');
    expect((await scene.members.find(ownerId, person.id))?.limits.monthly_budget_usd).toBeNull();
  });

  it('keeps the change of another admin at the same moment', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const { person } = await scene.someone(ownerId, 'member');
    const meanwhile = () => scene.update(caller, person.id, { role: 'viewer', limits: { sandboxes: 1 } });
    const raced = {
      ...deps,
      changes: {
        ...deps.changes,
        unlessLower: scene.changes.unlessLower.bind(scene.changes),
        endSessions: scene.changes.endSessions.bind(scene.changes),
        change: async (...change: Parameters<typeof scene.changes.change>) => {
          if ((await scene.members.find(ownerId, person.id))?.role === 'member') await meanwhile();
          return scene.changes.change(...change);
        },
      },
    };

    const request = { caller, params: params(caller, person.id), body: { monthly_limit: 5 } };
    expect((await invoke(putBudgetOverride, raced, request)).status).toBe(200);

    expect(await scene.members.find(ownerId, person.id)).toMatchObject({
      ...{ role: 'viewer', limits: { sandboxes: 1, monthly_budget_usd: 5 } },
    });
  });

  it.each([
    ['is_disabled', { monthly_limit: 5, is_disabled: true }],
    ['monthly_limit', {}],
    ['monthly_limit', { monthly_limit: 'x' }],
  ])('refuses another %s, with its name', async (field, body) => {
    const { caller, person } = await scene.anAdmin();

    const { status, body: problem } = await put(caller, person.id, body);

    expect([status, problem.errors[0].loc]).toEqual([422, ['body', field]]);
  });
});

describe('the finances of members', () => {
  it('add up the whole ledger, and what is left of the month', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();
    const limits = scene.limited({ monthly_budget_usd: 4 });
    const bounded = await scene.someone(ownerId, 'member', { limits, joined_at: '2035-01-02T00:00:00.000Z' });
    usage.set(ownerId, { microUsd: 1_500_000 }, bounded.person.id);
    const hour = (year: number) =>
      aUsageRow({
        ...{ owner_id: ownerId, api_key_id: bounded.person.id },
        ...{ started_at: `${year}-06-01T12:00:00.000Z`, ended_at: `${year}-06-01T13:00:00.000Z` },
      });

    const one = await finances(caller, [[hour(2034)]]);
    const { body } = await finances(caller, [[hour(2033)], [hour(2034)]]);

    expectHosted('OrgMemberFinancialPage', body);
    const [, { lifetime_spend: once }] = one.body.items;
    expect(once).toBeGreaterThan(0.01);
    expect(body).toMatchObject({ current_page: 1, per_page: 10, next_page_id: null, is_complete: true });
    expect(body.items).toMatchObject([
      { user_id: person.id, lifetime_spend: 0, current_budget: 0, max_budget: null },
      { user_id: bounded.person.id, current_budget: 2.5, max_budget: 4 },
    ]);
    expect(body.items[1].lifetime_spend).toBeCloseTo(2 * once, 5);
    const next = await finances(caller, [], { query: { page_id: 1, limit: 1 } });
    expect(next.body).toMatchObject({ items: [{ user_id: bounded.person.id }], current_page: 2 });
  });

  it('say when the ledger is longer than a request can read', async () => {
    const { caller } = await scene.anAdmin();
    const page = Array.from({ length: 25_001 }, () => aUsageRow({ owner_id: caller.ownerId }));

    expect((await finances(caller, [page, page, page])).body.is_complete).toBe(false);
    expect((await finances(caller, [page])).body.is_complete).toBe(true);
  });
});
