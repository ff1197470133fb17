import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { limitsOf, noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { callsScene, ended, MODEL } from '../../../support/broker/calls-scene.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const scene = callsScene(tables);
const { calls, call, owner } = scene;

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const refusal = (open: Promise<unknown>) => open.then(() => 'admitted', codeOf);

describe('a call without a budget', () => {
  it('is recorded with its tokens and cost, and its places are given back', async () => {
    const ownerId = await owner();
    const open = await calls.open(call(ownerId, 100, { inputTokensAtMost: 50 }));

    expect(open.endsBy.getTime() - scene.clock.time.getTime()).toBe(15 * 60_000);
    expect(await scene.row(open)).toMatchObject({ status: 'open', cost: null, reserved_micro_usd: 250 });
    expect(await scene.inProgress(ownerId)).toEqual({ sandbox: 1, conversation: 1, owner: 1 });

    const tokens = { input: 7, cacheRead: 5, cacheWrite: 3, output: 10 };
    await calls.close(open, { status: 200, tokens, wasSent: true, wasAbandoned: false });

    expect(await scene.row(open)).toMatchObject({
      ...{ status: 'succeeded', http_status: 200, input_tokens: 7, output_tokens: 10 },
      ...{ cost: 35_000_000, is_estimate: false, ended_at: scene.clock.time.toISOString() },
    });
    expect(await scene.inProgress(ownerId)).toEqual({ sandbox: 0, conversation: 0, owner: 0 });
    expect(await scene.conversation(ownerId)).toMatchObject({ spent_micro_usd: 35, closed_micro_usd: 35 });
    expect(await scene.ownerRow(ownerId)).toEqual({ owner_id: ownerId });
  });

  it('costs nothing when the provider refused it, and its largest possible cost when its tokens are unknown', async () => {
    const ownerId = await owner();
    const none = { tokens: null, wasAbandoned: false };
    const [refused, unsent, gone, late] = [
      await calls.open(call(ownerId)),
      await calls.open(call(ownerId)),
      await calls.open(call(ownerId)),
      await calls.open(call(ownerId)),
    ];

    await calls.close(refused, { ...none, status: 429, wasSent: true });
    await calls.close(unsent, { ...none, status: null, wasSent: false });
    await calls.close(late, { ...none, status: 524, wasSent: true });
    await calls.close(gone, { ...none, status: 200, wasSent: true, wasAbandoned: true });

    expect(await scene.row(refused)).toMatchObject({ status: 'failed', cost: 0, is_estimate: false });
    expect(await scene.row(unsent)).toMatchObject({ status: 'failed', cost: 0 });
    expect(await scene.row(late)).toMatchObject({ status: 'failed', cost: 200_000_000, is_estimate: true });
    expect(await scene.row(gone)).toMatchObject({ status: 'abandoned', cost: 200_000_000, is_estimate: true });
    expect(await scene.ledger(ownerId)).toMatchObject([{ model_calls: 2, model_cost: 400_000_000, is_estimate: true }]);
  });

  it('can be closed however much it could have cost', async () => {
    const ownerId = await owner();
    const options = { input_cost_per_token: 1, output_cost_per_token: 1 };
    const open = await calls.open(call(ownerId, 128e9, { options, answers: 128, passes: 2 }));
    expect(await scene.inProgress(ownerId)).toEqual({ sandbox: 1, conversation: 1, owner: 1 });
    await calls.close(open, ended(10));

    expect(await scene.row(open)).toMatchObject({ status: 'succeeded', cost: 10_000_000_000_000 });
    expect(await scene.inProgress(ownerId)).toEqual({ sandbox: 0, conversation: 0, owner: 0 });
    expect(await scene.conversation(ownerId)).toMatchObject({ spent_micro_usd: 10_000_000 });
  });

  it('is counted without a cost when its model has no price', async () => {
    const ownerId = await owner();
    const open = await calls.open(call(ownerId, 100, { model: 'nobody/knows' }));
    await calls.close(open, ended(10));

    expect(await scene.row(open)).toMatchObject({ cost: null, price: null, output_tokens: 10 });
    expect(await scene.ledger(ownerId)).toMatchObject([{ output_tokens: 10, model_cost: 0, model_calls: 1 }]);
  });

  it('ends once: of several closes, one counts', async () => {
    const ownerId = await owner();
    const open = await calls.open(call(ownerId));
    await Promise.all([10, 20, 30].map((output) => calls.close(open, ended(output))));
    await calls.close(open, ended(99));

    const { output_tokens: output } = await scene.row(open);
    expect(await scene.ledger(ownerId)).toMatchObject([{ model_calls: 1, output_tokens: output }]);
    expect(await scene.inProgress(ownerId)).toEqual({ sandbox: 0, conversation: 0, owner: 0 });
  });

  it('is not recorded for a suspended owner', async () => {
    const ownerId = await owner();
    await suspend(ownerId);

    expect(await refusal(calls.open(call(ownerId)))).toBe('owner_suspended');
  });
});

function suspend(owner_id: string) {
  return tables.documents.send(
    new UpdateCommand({
      TableName: tables.owners,
      Key: { owner_id },
      UpdateExpression: 'SET suspended_at = :now',
      ExpressionAttributeValues: { ':now': scene.clock.time.toISOString() },
    }),
  );
}

describe('the ledger', () => {
  it('has one row for the calls of a model and a conversation in an hour', async () => {
    const ownerId = await owner();
    const payer = { api_key_id: 'key-2', lineages: ['key-1', 'outer'].map((id) => ({ id, limits: noLimits })) };
    for (const output of [10, 20]) await calls.close(await calls.open(call(ownerId, 100, { payer })), ended(output));
    await calls.close(await calls.open(call(ownerId, 100, { payer, conversationId: 'conv-2' })), ended(1));
    await calls.close(await calls.open(call(ownerId, 100, { payer: { api_key_id: null } })), ended(1));

    const rows = await scene.ledger(ownerId);
    expect(rows).toHaveLength(3);
    expect(rows.every(({ usage_key: key }) => String(key).endsWith(`#${MODEL}`))).toBe(true);
    const month = await scene.usage.monthToDate(ownerId, '2026-11', scene.clock.time);
    expect(month).toMatchObject({ microUsd: 64, modelMicroUsd: 64, sandboxSeconds: 0 });
    expect(month.byLineage.get('key-1')).toMatchObject({ microUsd: 62 });
    expect(month.byLineage.get('outer')).toMatchObject({ modelMicroUsd: 62 });
    expect((await scene.usage.monthToDate(ownerId, '2026-12', new Date('2026-12-02T00:00:00.000Z'))).microUsd).toBe(0);
  });

  it('is exact below a millionth of a dollar', async () => {
    const ownerId = await owner();
    const options = { input_cost_per_token: 3e-12, output_cost_per_token: 2.5e-7 };
    for (let n = 0; n < 3; n += 1) {
      const open = await calls.open(call(ownerId, 100, { options }));
      await calls.close(open, ended(0, { tokens: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 } }));
    }

    expect(await scene.ledger(ownerId)).toMatchObject([{ model_cost: 750_009 }]);
  });
});

describe('concurrent calls', () => {
  it('are as many as the sandbox and the owner can have', async () => {
    const few = scene.callsWith({ perSandbox: 3, perOwner: 30 });
    const ownerId = await owner();
    const mine = await Promise.allSettled(Array.from({ length: 6 }, () => few.open(call(ownerId))));
    expect(mine.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);

    const rest = await Promise.all(
      Array.from({ length: 40 }, (_, n) => refusal(few.open(call(ownerId, 100, { sandboxId: `sbx-${2 + n}` })))),
    );

    expect(rest.filter((code) => code === 'admitted').length).toBeLessThanOrEqual(27);
    expect(new Set(rest)).toEqual(new Set(['admitted', 'concurrency_limit_exceeded']));
    // What the groups had no room for at the same moment finds a place now.
    const more = await fill(few, ownerId);
    expect(rest.filter((code) => code === 'admitted').length + more).toBe(27);
    expect((await scene.inProgress(ownerId)).owner).toBe(30);
  });

  async function fill(few: typeof calls, ownerId: string): Promise<number> {
    for (let n = 0; ; n += 1) {
      const code = await refusal(few.open(call(ownerId, 100, { sandboxId: `more-${n}` })));
      if (code !== 'admitted') return n;
    }
  }
});

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
