import { describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../functions/app-conversations/create-app-conversation.ts';
import { type ConversationCostDeps, sandboxCostOf } from '../../../shared/usage/conversation-cost.ts';
import { tablesOf } from '../../../shared/usage/prices.ts';
import type { UsageRow } from '../../../shared/usage/usage-row.ts';
import { useConversationScene } from '../../support/conversation-scene.ts';
import { invoke } from '../../support/invoke.ts';
import { keyOf } from '../../support/memory-page.ts';
import { aLaunch, aRunningSandbox } from '../../support/sandbox-data.ts';
import { aPause, aUsageRow } from '../../support/usage-data.ts';

const { deps, addIn, get } = await useConversationScene();

/** An hour of this costs 0.0504811… dollars. */
const HOUR = 0.050481;

const costOf = (rows: readonly UsageRow[], id = 'c1') => {
  const found: ConversationCostDeps = {
    ledger: { ofSandbox: async () => rows },
    sandboxes: { find: async () => undefined },
    tables: tablesOf(undefined),
    now: () => new Date(),
  };
  return sandboxCostOf({ owner_id: 'ann', conversation_id: id, sandbox_id: 'sandbox-1' }, found);
};

describe('what a sandbox costs its conversation', () => {
  it('is all that the sandbox used for it alone', async () => {
    expect(await costOf([aUsageRow({ conversation_ids: ['c1'] })])).toBe(HOUR);
    expect(
      await costOf([aUsageRow({ conversation_ids: ['c1'] }), aPause({ conversation_ids: ['c1'] })]),
    ).toBeGreaterThan(HOUR);
  });

  it('is its share of what others use too, and the shares are all of it', async () => {
    const shared = [aUsageRow({ conversation_ids: ['c1', 'c2'] })];

    expect((await costOf(shared, 'c1')) + (await costOf(shared, 'c2'))).toBeCloseTo(HOUR, 5);
    expect(await costOf(shared, 'c1')).toBeCloseTo(HOUR / 2, 5);
  });

  it('is nothing of what was used without it, by one that had the id before, or by nobody', async () => {
    expect(await costOf([aUsageRow({ conversation_ids: ['c2'] }), aUsageRow()])).toBe(0);
    expect(await costOf([])).toBe(0);
  });
});

describe('a conversation', () => {
  const metrics = { model_name: 'm', accumulated_cost: 0.5, max_budget_per_task: null, accumulated_token_usage: null };

  it('tells it beside what its models cost', async () => {
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

    // 0.04048 + 2 × 0.004445 + 21 × 0.08 / 720 dollars.
    expect(body.metrics).toEqual({ ...metrics, sandbox_cost_usd: 0.051703 });
  });

  it('is named on the sandbox that is started for it, so that it has a share of the cost', async () => {
    const { body } = await invoke(createAppConversation, deps(), { body: {} });

    const [sandbox] = [...deps().sandboxes.rows.values()].filter(({ sandbox_id: id }) => id === body.sandbox_id);
    expect(sandbox?.conversation_ids).toEqual([body.app_conversation_id]);
  });

  it('has no metrics before its agent told of any', async () => {
    const { conversation_id: id } = await addIn(aRunningSandbox({ exposed_urls: null }));

    expect((await get(id)).body.metrics).toBeNull();
  });
});
