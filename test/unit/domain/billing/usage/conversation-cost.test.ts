import { describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../../functions/conversations/create-app-conversation.ts';
import { pricesOf } from '../../../../../shared/domain/billing/usage/prices.ts';
import { isLate, pricedBy, settledUntil } from '../../../../../shared/domain/billing/usage/settled-sums.ts';
import { TooMuchUsageError } from '../../../../../shared/domain/billing/usage/usage-ledger.ts';
import { type UsageRow, usageItem, usageRowOf } from '../../../../../shared/domain/billing/usage/usage-row.ts';
import {
  type ConversationCostDeps,
  sandboxCostOf,
} from '../../../../../shared/domain/sandboxes/usage/conversation-cost.ts';
import { MemorySettledSums } from '../../../../support/billing/memory-usage.ts';
import { settledSumsSuite } from '../../../../support/billing/usage.suite.ts';
import { aPause, aUsageRow } from '../../../../support/billing/usage-data.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { invoke } from '../../../../support/http/invoke.ts';
import { keyOf } from '../../../../support/platform/memory-page.ts';
import { aLaunch, aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const { deps, addIn, get } = await useConversationScene();

/** Costs 0.0554811… US dollars an hour. */
const HOUR = 0.055481;

const costOf = (rows: readonly UsageRow[] | (() => Promise<never>), id = 'c1') => {
  const found: ConversationCostDeps = {
    ledger: { ofSandbox: rows instanceof Function ? rows : async () => rows },
    tables: pricesOf(undefined).tables,
    now: () => new Date(),
  };
  return sandboxCostOf({ owner_id: 'ann', conversation_id: id, sandbox_id: 'sandbox-1' }, undefined, found);
};

describe('cost of a sandbox for a conversation', () => {
  it('is the whole usage when no other conversation uses the sandbox', async () => {
    expect(await costOf([aUsageRow({ conversation_ids: ['c1'] })])).toBe(HOUR);
    expect(
      await costOf([aUsageRow({ conversation_ids: ['c1'] }), aPause({ conversation_ids: ['c1'] })]),
    ).toBeGreaterThan(HOUR);
  });

  it('is a share of common usage, and all shares add up to the usage', async () => {
    const shared = [aUsageRow({ conversation_ids: ['c1', 'c2'] })];

    const [one, other] = [await costOf(shared, 'c1'), await costOf(shared, 'c2')];
    expect(Number(one) + Number(other)).toBeCloseTo(HOUR, 5);
    expect(await costOf(shared, 'c1')).toBeCloseTo(HOUR / 2, 5);
  });

  it('excludes usage without the conversation, of an earlier sandbox of the id, and of no conversation', async () => {
    expect(await costOf([aUsageRow({ conversation_ids: ['c2'] }), aUsageRow()])).toBe(0);
    expect(await costOf([])).toBe(0);
  });

  it('is null when the sandbox has more intervals than one request can read', async () => {
    const ofSandbox = async () => {
      throw new TooMuchUsageError('too many');
    };

    expect(await costOf(ofSandbox)).toBeNull();
  });
});

describe('cost of a conversation', () => {
  const metrics = { model_name: 'm', accumulated_cost: 0.5, max_budget_per_task: null, accumulated_token_usage: null };

  it('is shown beside the cost of its models', async () => {
    const launch = {
      ...aLaunch({ startedBy: '', mark: '' }),
      size: { cpu_units: 1024, memory_megabytes: 2048, architecture: 'X86_64' as const },
    };
    const task_started_at = new Date(deps().clock.now().getTime() - 3_600_000).toISOString();
    const sandbox = aRunningSandbox({ launch, task_started_at, exposed_urls: null });
    const { conversation_id: id, ...row } = await addIn(sandbox, { metrics });
    const named = { ...sandbox, conversation_ids: [id] };
    deps().sandboxes.rows.set(keyOf(row.owner_id, sandbox.sandbox_id), named);

    const { body } = await get(id);

    // 0.04048 + 2 × 0.004445 + 0.005 + 21 × 0.08 / 720 dollars.
    expect(body.metrics).toEqual({ ...metrics, sandbox_cost_usd: 0.056703 });
  });

  it('includes a share of the sandbox that was started for the conversation', async () => {
    const { body } = await invoke(createAppConversation, deps(), { body: {} });

    const [sandbox] = [...deps().sandboxes.rows.values()].filter(({ sandbox_id: id }) => id === body.sandbox_id);
    expect(sandbox?.conversation_ids).toEqual([body.conversation_id]);
  });

  it('is absent from metrics until the agent has reported any', async () => {
    const { conversation_id: id } = await addIn(aRunningSandbox({ exposed_urls: null }));

    expect((await get(id)).body.metrics).toBeNull();
  });
});

describe('in memory', () => {
  settledSumsSuite(() => {
    const sums = new MemorySettledSums();
    return { sums, countLateEntry: (ownerId) => sums.countLateEntry(ownerId) };
  });
});

describe('an entry', () => {
  const now = new Date('2026-11-21T15:00:00.000Z');

  it('is late long before its end can be in a settled sum', () => {
    const newest = settledUntil(now);
    const minutesEarlier = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

    expect(isLate({ ended_at: newest }, now)).toBe(true);
    // Its writer may have read its clock almost an hour before this settlement.
    expect(isLate({ ended_at: newest }, minutesEarlier(59))).toBe(true);
    expect(isLate({ ended_at: '2026-11-21T14:01:00.000Z' }, now)).toBe(false);
  });
});

it('sums by other prices are told apart', () => {
  const { tables } = pricesOf('us-east-1');
  const [first] = tables;
  if (!first) throw new Error('there is no table');

  expect(pricedBy([first, { ...first, effectiveFrom: '2026-12-01T00:00:00.000Z' }])).not.toBe(pricedBy(tables));
  expect(pricedBy([...tables])).toBe(pricedBy(tables));
});

describe('a row of the ledger', () => {
  it.each([
    ['key-1', 'key-1', ['key-1']],
    ['key-2 key-1', 'key-2', ['key-1']],
    ['key-3 key-2 key-1', 'key-3', ['key-2', 'key-1']],
    [null, null, []],
  ])('has %s for its key and lineages, and is read back', (text, api_key_id, lineages) => {
    const row = aUsageRow({ api_key_id, lineages });

    const { ended_sort: _, ...item } = usageItem(row);

    expect(item.api_key_id).toBe(text);
    expect(item).not.toHaveProperty('lineages');
    expect(usageRowOf(item)).toEqual(row);
  });
});
