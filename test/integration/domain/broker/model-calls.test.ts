import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { callsScene, ended, MODEL, refusal } from '../../../support/broker/calls-scene.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const scene = callsScene(tables);
const { calls, call, owner } = scene;

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
