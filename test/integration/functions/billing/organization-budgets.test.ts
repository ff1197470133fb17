import { describe, expect, it } from 'vitest';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import type { TestRequest } from '../../../support/http/invoke.ts';
import { budgetsScene } from './budgets-scene.ts';

const { scene, usage, params, read, update, put, remove, finances, operatorOf } = await budgetsScene();

describe('the budgets of an organization', () => {
  it('show limits and costs of the month, in the form of other services', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();
    const later = { joined_at: '2035-01-02T00:00:00.000Z', limits: scene.limited({ monthly_budget_usd: 4 }) };
    const bounded = await scene.someone(ownerId, 'viewer', later);
    usage.set(ownerId, { microUsd: 2_500_000, modelMicroUsd: 1_500_000 });
    usage.set(ownerId, { microUsd: 1_000_000, modelMicroUsd: 400_000 }, bounded.person.id);
    await update(operatorOf(ownerId), { monthly_limit: 10, reset_day: 1 });

    const { body } = await read(caller);

    expectHosted('OrgBudgetSettingsResponse', body);
    expect(body).toMatchObject({
      ...{ enabled: true, monthly_limit: 10, reset_day: 1, current_spend: 2.5, current_spend_percentage: 25 },
      current_model_spend: 1.5,
      ...{ cycle_start_at: '2035-01-01T00:00:00.000Z', cycle_end_at: '2035-02-01T00:00:00.000Z', users_total: 2 },
      users: [
        { user_id: person.id, current_spend: 0, monthly_limit: null, effective_monthly_limit: 10, is_override: false },
        {
          ...{ user_id: bounded.person.id, monthly_limit: 4, effective_monthly_limit: 4 },
          ...{ current_spend: 1, current_model_spend: 0.4 },
        },
      ],
    });
    expect(body.thresholds).toEqual(
      [50, 80, 100].map((percentage, at) => ({
        ...{ id: at + 1, percentage, email_enabled: false, slack_enabled: true },
      })),
    );
  });

  it('list members by page, name and whether they have a limit', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();
    const limits = scene.limited({ monthly_budget_usd: 4 });
    const bounded = await scene.someone(ownerId, 'member', { limits, joined_at: '2035-01-02T00:00:00.000Z' });
    const ids = async (query: NonNullable<TestRequest['query']>) =>
      (await read(caller, { query })).body.users.map(({ user_id: id }: { user_id: string }) => id);

    expect(await ids({ users_page: 2, users_per_page: 1 })).toEqual([bounded.person.id]);
    expect(await ids({ users_status: 'limited' })).toEqual([bounded.person.id]);
    expect(await ids({ users_status: 'unlimited' })).toEqual([person.id]);
    expect(await ids({ users_search: bounded.person.email?.toUpperCase() ?? '' })).toEqual([bounded.person.id]);
    expect((await read(caller, { query: { users_status: 'rich' } })).body.errors).toMatchObject([
      { loc: ['query', 'users_status'] },
    ]);
  });

  it('are changed by operators, and read again', async () => {
    const { caller, ownerId } = await scene.anAdmin();
    const operator = operatorOf(ownerId);

    expect((await update(operator, { monthly_limit: 3 })).body).toMatchObject({ enabled: true, monthly_limit: 3 });
    expect((await update(operator, {})).body.monthly_limit).toBe(3);
    expect((await read(caller)).body.monthly_limit).toBe(3);
    expect((await update(operator, { monthly_limit: null })).body).toMatchObject({ enabled: false });
    expect((await update(caller, { monthly_limit: 3 })).body.code).toBe('insufficient_scope');
    expect(await scene.recorded(ownerId)).toEqual([
      ['owner.updated', 'key', undefined],
      ['owner.updated', 'key', undefined],
    ]);
  });

  it.each([
    ['reset_day', { reset_day: 15 }],
    ['monthly_limit', { monthly_limit: -1 }],
    ['enabled', { enabled: true }],
    ['default_user_monthly_limit', { default_user_monthly_limit: 5 }],
    ['slack_channel', { slack_channel: 'budgets' }],
    ['thresholds', { thresholds: [{ percentage: 90 }] }],
  ])('refuse another %s, with its name', async (field, body) => {
    const { ownerId } = await scene.anAdmin();

    const { status, body: problem } = await update(operatorOf(ownerId), body);

    expect([status, problem.errors[0].loc.slice(0, 2)]).toEqual([422, ['body', field]]);
  });
});

describe('budgets', () => {
  it('are hidden from members without the role, and absent for strangers', async () => {
    const { caller, ownerId, person } = await scene.anAdmin();
    const stranger = await scene.anAdmin();
    const viewer = await scene.someone(ownerId, 'viewer');
    const member = await scene.someone(ownerId, 'member');
    const theirs = { params: params(caller) };
    const ofPerson = { params: params(caller, person.id) };

    for (const low of [viewer.caller, member.caller]) {
      const refused = [
        await read(low),
        await finances(low),
        await put(low, low.person?.id ?? '', { monthly_limit: 100 }),
        await remove(low, low.person?.id ?? ''),
      ];
      expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('insufficient_scope'));
    }
    const foreign = [
      await read(stranger.caller, theirs),
      await finances(stranger.caller, [], theirs),
      await update(operatorOf(stranger.ownerId), { monthly_limit: 1 }, theirs),
      await put(stranger.caller, person.id, { monthly_limit: 1 }, ofPerson),
      await remove(stranger.caller, person.id, ofPerson),
      await put(stranger.caller, person.id, { monthly_limit: 1 }),
    ];
    expect(foreign.map(({ body }) => body.code)).toEqual(Array(6).fill('not_found'));
  });
});
