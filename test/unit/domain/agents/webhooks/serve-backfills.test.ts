import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentHistories, AgentTitles } from '../../../../../shared/domain/agents/webhooks/agent-histories.ts';
import { receiveHook } from '../../../../../shared/domain/agents/webhooks/receive-hook.ts';
import { serveBackfills } from '../../../../../shared/domain/agents/webhooks/serve-backfills.ts';
import { accountOf } from '../../../../../shared/domain/billing/budgets/account.ts';
import { directModels } from '../../../../../shared/domain/broker/upstream/agent-models.ts';
import { logOf } from '../../../../../shared/domain/conversations/events/event.ts';
import { SandboxWork } from '../../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { workersPerOwner } from '../../../../../shared/domain/sandboxes/waits/worker-places.ts';
import { MemoryBudgetWaits } from '../../../../support/broker/memory-budget-waits.ts';
import { someEvents } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { MemoryWaitPlaces, MemoryWorkRows } from '../../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const stores = serviceDeps();
const places = new MemoryWaitPlaces({ perKey: workersPerOwner.backfill, overall: null }, stores.now);
/** What the models of each conversation have cost. */
const spent = { microUsd: 0 };
const noTitles: AgentTitles = {
  conversation: async () => undefined,
  ask: async () => undefined,
  rename: async () => false,
};

/** A sandbox with conversations, and an agent that responds when the test lets it. */
async function scene(conversations: number) {
  const sandbox = aRunningSandbox();
  await stores.sandboxes.save([{ previous: null, next: sandbox }]);
  const { owner_id: ownerId, sandbox_id: sandboxId, created_at: sandbox_created_at } = sandbox;
  const rows = Array.from({ length: conversations }, () =>
    aConversation({ sandbox_id: sandboxId, sandbox_created_at }),
  );
  for (const row of rows) stores.conversations.put(row);
  const events = someEvents(3);
  const opened = Promise.withResolvers<void>();
  let asking = 0;
  const histories: AgentHistories = {
    conversations: async () => [],
    count: async () => {
      asking += 1;
      await opened.promise;
      return events.length;
    },
    page: async () => ({ events: events.toReversed(), next: null }),
  };
  const work = new SandboxWork(new MemoryWorkRows(), 180, stores.now);
  const place = { ownerId, sandboxId };
  const invoked: Promise<void>[] = [];
  const deps = {
    ...stores,
    work,
    places,
    histories,
    titles: noTitles,
    leases: stores.events,
    models: {
      modelOf: () => Promise.reject(new Error('no model was chosen')),
      ofOwner: async () => ({ changedAt: '', open: () => Promise.reject(new Error('no model was changed')) }),
    },
    agentModels: directModels,
    waits: new MemoryBudgetWaits(stores.conversations),
    room: {
      accounts: { account: async (owner_id: string) => accountOf({ owner_id }) },
      members: { find: async () => undefined },
      settings: { find: async () => undefined },
      spentBy: async () => ({ spent: spent.microUsd, inProgress: 0 }),
      now: stores.now,
    },
    pause: async () => undefined,
  };
  const run = { holder: 'worker', timeLeft: () => 120_000, pageTime: 20_000 };
  const serve = (more: Partial<typeof run> = {}) => serveBackfills(place, { ...run, ...more }, deps);
  const hook = (id: string) =>
    receiveHook(
      sandbox,
      { id },
      {
        ...stores,
        backfill: async (_, _sandboxId, conversationId) => {
          if (await work.request(place, conversationId)) invoked.push(serve({ holder: `worker ${invoked.length}` }));
        },
      },
    );
  const kept = async () =>
    (await Promise.all(rows.map((row) => stores.events.tally(logOf(row))))).map(({ inAgentLog }) => inAgentLog);
  return { rows, place, work, deps, invoked, hook, serve, kept, open: opened.resolve, asking: () => asking };
}

describe('the worker that fetches events of a sandbox', () => {
  it('is one, however many hooks a slow agent sends, and fetches for all of them', async () => {
    const { rows, hook, invoked, kept, open, asking } = await scene(8);

    for (const { conversation_id: id } of rows) await hook(id);

    // Eight workers waited for the agent before.
    expect([invoked.length, asking()]).toEqual([1, 1]);
    open();
    await Promise.all(invoked);
    expect(await kept()).toEqual(rows.map(() => 3));
  });

  it('ends at once if the owner has enough workers, and the sweep finds its orders', async () => {
    const { work, place, serve, rows, kept, open } = await scene(1);
    const until = new Date(stores.now().getTime() + 600_000);
    const taken = await Promise.all(
      Array.from({ length: workersPerOwner.backfill }, () =>
        places.take({ ownerId: '#backfill', keyId: place.ownerId }, until),
      ),
    );
    open();
    await work.request(place, rows[0]?.conversation_id ?? null);
    for (let full = 0; full < 5; full += 1) {
      await serve();
      stores.clock.advance(60);
      expect(await work.resume(place)).toBe(true);
    }
    expect(await kept()).toEqual([0]);
    for (const one of taken) if (typeof one !== 'string') await places.release(one);

    await serve();

    expect(await kept()).toEqual([3]);
    expect(await work.orders(place)).toEqual([]);
  });

  it('looks at the budget of a waiting conversation each minute, and asks its agent nothing', async () => {
    const { work, place, serve, rows, open, asking } = await scene(1);
    open();
    const [row] = rows;
    if (!row) throw new Error('no conversation');
    spent.microUsd = 5_000_000;
    stores.conversations.put({
      ...row,
      max_budget_per_task: 5,
      waits_for: 'budget',
      waits_since: stores.now().toISOString(),
    });
    await work.request(place, row.conversation_id);
    await serve();
    const asked = asking();

    for (let minute = 0; minute < 5; minute += 1) {
      stores.clock.advance(121);
      expect(await work.resume(place)).toBe(true);
      await serve();
    }
    expect([asking(), (await work.orders(place)).length]).toEqual([asked, 1]);

    stores.conversations.put({ ...row, max_budget_per_task: 5 });
    stores.clock.advance(61);
    await work.resume(place);
    await serve();
    expect(await work.orders(place)).toEqual([]);
  });

  it('drops an agent that fails three times, and continues a history that it had no time for', async () => {
    const { work, place, serve, deps, kept, open, rows } = await scene(1);
    open();
    const [row] = rows;
    const { page } = deps.histories;
    deps.histories.page = () => Promise.reject(new Error('no answer'));
    await work.request(place, row?.conversation_id ?? null);
    for (let tries = 1; tries < 3; tries += 1) {
      await serve();
      stores.clock.advance(60);
      expect(await work.resume(place)).toBe(true);
    }
    await serve();
    expect(await work.orders(place)).toEqual([]);

    deps.histories.page = page;
    await work.request(place, row?.conversation_id ?? null);
    let looks = 0;
    await serve({ timeLeft: () => (looks++ < 4 ? 120_000 : 0) });
    expect([await kept(), (await work.orders(place)).length]).toEqual([[3], 1]);
    await serve();
    expect(await work.orders(place)).toEqual([]);
  });
});
