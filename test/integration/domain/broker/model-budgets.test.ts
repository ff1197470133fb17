import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { limitsOf, noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { callsScene, codeOf, ended, refusal } from '../../../support/broker/calls-scene.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const scene = callsScene(tables);
const { calls, call, owner } = scene;

describe('a budget', () => {
  const spent = async (ownerId: string) => Number((await scene.ownerRow(ownerId)).spent_micro_usd);

  it('has the largest cost of a call while it runs, and its real cost afterwards', async () => {
    const ownerId = await owner({ monthly_budget_usd: 0.001 });
    const open = await calls.open(call(ownerId, 300));
    expect(await spent(ownerId)).toBe(600);
    expect(await refusal(calls.open(call(ownerId, 201)))).toBe('quota_exceeded');
    const second = await calls.open(call(ownerId, 200));
    expect(await spent(ownerId)).toBe(1_000);

    await calls.close(open, ended(10));
    await calls.close(second, ended(5));

    expect(await spent(ownerId)).toBe(30);
    expect(await scene.ownerRow(ownerId)).toMatchObject({
      model_calls: 0,
      model_micro_usd: 30,
      model_closed_micro_usd: 30,
    });
  });

  it('is exceeded by at most one of a hundred calls at once', async () => {
    const ownerId = await owner({ monthly_budget_usd: 0.001 });
    const attempt = async (n: number): Promise<number> => {
      try {
        const open = await calls.open(call(ownerId, 400, { conversationId: `conv-${n}`, sandboxId: `sbx-${n}` }));
        await calls.close(open, ended(400));
        return 800;
      } catch (error) {
        if (codeOf(error) === 'quota_exceeded') return 0;
        throw error;
      }
    };
    const used = await Promise.all(Array.from({ length: 100 }, (_, n) => attempt(n)));

    const sum = used.reduce((one, other) => one + other, 0);
    expect(sum).toBeGreaterThanOrEqual(800);
    expect(sum).toBeLessThan(1_000 + 800);
    expect(await spent(ownerId)).toBe(sum);
    expect((await scene.usage.monthToDate(ownerId, '2026-11', scene.clock.time)).microUsd).toBe(sum);
  }, 60_000);

  it('lets a call with a large limit of output use its last cent, alone', async () => {
    const ownerId = await owner({ monthly_budget_usd: 0.001 });
    const open = await calls.open(call(ownerId, 100_000));
    expect(await refusal(calls.open(call(ownerId, 1)))).toBe('quota_exceeded');
    await calls.close(open, ended(450));

    const last = await calls.open(call(ownerId, 100_000));
    await calls.close(last, ended(100));

    expect(await spent(ownerId)).toBe(1_100);
    expect(await refusal(calls.open(call(ownerId, 1)))).toBe('quota_exceeded');
  });

  it('of a key and of a member apply too, and that of a member as it is now', async () => {
    const ownerId = await owner();
    const member = '01234567-89ab-4cde-8f01-23456789abcd';
    const budget = limitsOf({ monthly_budget_usd: 0.001 });
    const lineages = [
      { id: 'key-1', limits: budget },
      { id: member, limits: noLimits },
    ];
    const payer = { api_key_id: 'key-1', lineages };
    const open = await calls.open(call(ownerId, 400, { payer }));
    const error = await calls.open(call(ownerId, 400, { payer })).catch((refused: unknown) => refused);
    expect(error).toMatchObject({ code: 'quota_exceeded', extensions: { limit: { scope: 'key', used: 0.0008 } } });
    await calls.close(open, ended(100));
    scene.membersLimits.set(member, limitsOf({ monthly_budget_usd: 0.0002 }));

    const ofMember = await calls.open(call(ownerId, 1, { payer })).catch((refused: unknown) => refused);

    expect(ofMember).toMatchObject({
      code: 'quota_exceeded',
      extensions: { limit: { scope: 'member', used: 0.0002 } },
    });
    scene.membersLimits.set(member, noLimits);
    expect(await refusal(calls.open(call(ownerId, 1, { payer })))).toBe('admitted');
  });

  it('that is set during the month knows what calls cost before', async () => {
    const ownerId = await owner();
    await calls.close(await calls.open(call(ownerId)), ended(100));
    await setBudget(ownerId, 0.0002);

    expect(await refusal(calls.open(call(ownerId, 1)))).toBe('quota_exceeded');
    await setBudget(ownerId, 0.0004);
    expect(await refusal(calls.open(call(ownerId, 1)))).toBe('admitted');
  });

  it('needs the price of a model', async () => {
    const ownerId = await owner({ monthly_budget_usd: 1 });
    const error = await calls.open(call(ownerId, 1, { model: 'nobody/knows' })).catch((refused: unknown) => refused);

    expect(error).toMatchObject({ code: 'model_price_unknown', message: expect.stringContaining('modelPrices') });
    const local = { model: 'ollama/llama', outputTokensAtMost: null };
    expect(await refusal(calls.open(call(ownerId, null, local)))).toBe('admitted');
  });

  it('of a conversation is its own, and applies to what it has already cost', async () => {
    const ownerId = await owner();
    await calls.close(await calls.open(call(ownerId)), ended(100));
    const conversationBudget = 0.0005;
    const open = await calls.open(call(ownerId, 100, { conversationBudget }));
    const error = await calls.open(call(ownerId, 100, { conversationBudget })).catch((refused: unknown) => refused);

    expect(error).toMatchObject({
      code: 'quota_exceeded',
      extensions: { limit: { scope: 'conversation', limit: 0.0005, used: 0.0004 } },
    });
    expect(await refusal(calls.open(call(ownerId, 100, { conversationBudget: 0.0006 })))).toBe('admitted');
    expect(await refusal(calls.open(call(ownerId, 100, { conversationBudget, conversationId: 'other' })))).toBe(
      'admitted',
    );
    await calls.close(open, ended(1));
  });

  it('starts again with the month', async () => {
    const later = callsScene(tables, '2026-11-30T23:59:59.000Z');
    const ownerId = await later.owner({ monthly_budget_usd: 0.001 });
    const before = await later.calls.open(later.call(ownerId, 500));
    expect(await refusal(later.calls.open(later.call(ownerId, 100)))).toBe('quota_exceeded');
    later.pass(1_000);

    expect(await refusal(later.calls.open(later.call(ownerId, 1)))).toBe('quota_exceeded');
    await later.calls.close(before, ended(100));
    expect((await later.usage.monthToDate(ownerId, '2026-12', later.clock.time)).microUsd).toBe(200);
    expect(await refusal(later.calls.open(later.call(ownerId, 400)))).toBe('admitted');
    expect((await later.usage.monthToDate(ownerId, '2026-11', later.clock.time)).microUsd).toBe(0);
  });
});

function setBudget(owner_id: string, usd: number) {
  return tables.documents.send(
    new UpdateCommand({
      TableName: tables.owners,
      Key: { owner_id },
      UpdateExpression: 'SET monthly_budget_usd = :usd',
      ExpressionAttributeValues: { ':usd': usd },
    }),
  );
}

describe('a settlement', () => {
  it('keeps what calls reserve and spend meanwhile', async () => {
    const ownerId = await owner({ monthly_budget_usd: 1 });
    const first = await calls.open(call(ownerId, 100));
    const seen = await scene.budgets.account(ownerId);
    const second = await calls.open(call(ownerId, 200));
    await calls.close(first, ended(10));

    const settled = { month: '2026-11', at: scene.clock.time.toISOString(), owner: { microUsd: 5, seconds: 0 } };
    expect(await scene.accounts.settle(seen, { ...settled, lineages: new Map() })).toBe(true);

    // 5 from the ledger, 20 of the call that ended after it was read, and 400 reserved.
    expect(await scene.ownerRow(ownerId)).toMatchObject({ spent_micro_usd: 425, model_calls: 1 });
    await calls.close(second, ended(20));
    await scene.budgets.settle(ownerId, []);
    expect(await scene.ownerRow(ownerId)).toMatchObject({ spent_micro_usd: 60, model_calls: 0 });
  });

  it('does not forget the budget of a lineage with calls in progress', async () => {
    const ownerId = await owner();
    const payer = { api_key_id: 'k', lineages: [{ id: 'k', limits: limitsOf({ monthly_budget_usd: 1 }) }] };
    const open = await calls.open(call(ownerId, 100, { payer }));
    const idle = await scene.budgets.account(ownerId);
    const settled = { month: '2026-11', at: scene.clock.time.toISOString(), owner: { microUsd: 0, seconds: 0 } };
    expect(await scene.accounts.settle(idle, { ...settled, lineages: new Map() })).toBe(false);

    await scene.budgets.settle(ownerId, []);
    expect(await scene.ownerRow(ownerId)).toMatchObject({ spent_micro_usd_key_k: 200, model_calls_key_k: 1 });
    await calls.close(open, ended(1));
    await scene.budgets.settle(ownerId, []);
    expect(Object.keys(await scene.ownerRow(ownerId)).filter((name) => name.endsWith('_key_k'))).toEqual([]);
  });
});
