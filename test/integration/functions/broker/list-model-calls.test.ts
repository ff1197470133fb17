import { describe, expect, it } from 'vitest';
import { listModelCalls } from '../../../../functions/broker/list-model-calls.ts';
import { noLimits } from '../../../../shared/contract/shapes/limits.ts';
import {
  DynamoModelCallLog,
  DynamoOverdueCalls,
} from '../../../../shared/domain/broker/calls/dynamo-model-call-log.ts';
import { sweepModelCalls } from '../../../../shared/domain/maintenance/sweep-model-calls.ts';
import { callsScene, ended, MODEL } from '../../../support/broker/calls-scene.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const scene = callsScene(tables);
const { calls, call, owner } = scene;
const deps = { calls: new DynamoModelCallLog(tables.documents, tables) };
const ANN = '01234567-89ab-4cde-8f01-23456789abcd';
const conversationId = 'a'.repeat(32);

const list = (ownerId: string, query: Readonly<Record<string, string>> = {}, caller: object = {}) =>
  invoke(listModelCalls, deps, { query, caller: { ...aCaller, ownerId, ...caller } });

async function endedCall(ownerId: string, more: Parameters<typeof call>[2] = {}) {
  scene.pass(1);
  const open = await calls.open(call(ownerId, 100, more));
  await calls.close(open, ended(10));
  return open.callId;
}

const idsIn = (body: { readonly items: readonly { readonly id: string }[] }) => body.items.map(({ id }) => id);

describe('GET model-calls', () => {
  it('shows tokens, cost and status of calls, newest first, page by page', async () => {
    const ownerId = await owner();
    const ids = [await endedCall(ownerId), await endedCall(ownerId), await endedCall(ownerId)].reverse();

    const first = await list(ownerId, { limit: '2' });
    expect(first.body.items[0]).toEqual({
      ...{ id: ids[0], conversation_id: 'conv-1', sandbox_id: 'sbx-1', key_id: null, profile: null, model: MODEL },
      ...{ interface: 'chat_completions', status: 'succeeded', http_status: 200, is_estimate: false },
      ...{
        input_tokens: 0,
        cache_read_tokens: 0,
        cache_write_tokens: 0,
        output_tokens: 10,
        cost_usd: '0.000020000000',
      },
      ...{ started_at: expect.any(String), ended_at: expect.any(String) },
    });
    const second = await list(ownerId, { limit: '2', page_id: first.body.next_page_id });

    expect([...idsIn(first.body), ...idsIn(second.body)]).toEqual(ids);
    expect(second.body.next_page_id).toBeNull();
    // The counts of calls in progress are no calls.
    expect(idsIn((await list(ownerId, { limit: '100' })).body)).toEqual(ids);
  });

  it('filters by conversation, sandbox and status', async () => {
    const ownerId = await owner();
    const of = await endedCall(ownerId, { conversationId });
    const inSandbox = await endedCall(ownerId, { sandboxId: 'box' });
    const open = await calls.open(call(ownerId));

    expect(idsIn((await list(ownerId, { conversation_id: conversationId })).body)).toEqual([of]);
    expect(idsIn((await list(ownerId, { sandbox_id: 'box' })).body)).toEqual([inSandbox]);
    expect((await list(ownerId, { status: 'open' })).body.items).toMatchObject([
      { id: open.callId, cost_usd: null, ended_at: null },
    ]);
  });

  it('shows nothing of another owner, and a member what they pay for', async () => {
    const ownerId = await owner();
    const lineages = [{ id: ANN, limits: noLimits }];
    await endedCall(ownerId);
    const own = await endedCall(ownerId, { payer: { api_key_id: 'k', lineages }, conversationId });
    const person = { id: ANN, role: 'member', email: null, name: null };

    expect((await list(await owner())).body.items).toEqual([]);
    expect((await list(await owner(), { conversation_id: conversationId })).body.items).toEqual([]);
    expect(idsIn((await list(ownerId, {}, { person })).body)).toEqual([own]);
  });
});

describe('the sweep of calls', () => {
  it('closes those that never ended at their largest cost, and leaves the others', async () => {
    const later = callsScene(tables, '2026-11-22T00:00:00.000Z');
    const ownerId = await later.owner({ monthly_budget_usd: 1 });
    const lost = await later.calls.open(later.call(ownerId, 100));
    later.pass(10 * 60_000);
    const running = await later.calls.open(later.call(ownerId, 50));
    const sweep = () =>
      sweepModelCalls({
        ...{ overdueCalls: new DynamoOverdueCalls(tables.documents, tables), callEnds: later.calls, now: later.now },
      });
    later.pass(5 * 60_000);
    expect(await later.row(lost)).toMatchObject({ status: 'open' });
    later.pass(60_001);

    await sweep();

    expect(await later.row(lost)).toMatchObject({ status: 'expired', is_estimate: true, cost: 200_000_000 });
    expect(await later.row(running)).toMatchObject({ status: 'open' });
    expect(await later.ownerRow(ownerId)).toMatchObject({ spent_micro_usd: 300, model_calls: 1 });
    expect(await later.inProgress(ownerId)).toEqual({ sandbox: 1, conversation: 1, owner: 1 });
    expect((await later.usage.monthToDate(ownerId, '2026-11', later.clock.time)).microUsd).toBe(200);
    await later.calls.close(lost, ended(1));
    expect(await later.row(lost)).toMatchObject({ status: 'expired' });
  });
});
