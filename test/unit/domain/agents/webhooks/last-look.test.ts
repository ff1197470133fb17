import { describe, expect, it, vi } from 'vitest';
import type {
  AgentConversation,
  AgentHistories,
} from '../../../../../shared/domain/agents/webhooks/agent-histories.ts';
import { lastLook } from '../../../../../shared/domain/agents/webhooks/fetch-missing.ts';
import { isInAgentLog, logOf } from '../../../../../shared/domain/conversations/events/event.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { someEvents } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';

const stats = { usage_to_metrics: { agent: { model_name: 'a/b', accumulated_cost: 1.5 } } };

/** An agent that is deleted while it has two conversations, of which one was never heard of. */
async function scene(overrides: Partial<Sandbox> = {}) {
  const stores = serviceDeps();
  const deleted = { phase: 'DELETING', desired: 'DELETED', conversation_count: 1, ...overrides } as const;
  const sandbox = aRunningSandbox(deleted);
  await stores.sandboxes.save([{ previous: null, next: sandbox }]);
  const { sandbox_id, created_at: sandbox_created_at } = sandbox;
  const known = aConversation({ sandbox_id, sandbox_created_at });
  stores.conversations.put(known);
  const unknown = { ...known, conversation_id: aConversation().conversation_id };
  const events = someEvents(3);
  const state = { updated_at: '2026-11-21T15:00:00.000000', execution_status: 'finished', title: 'The end', stats };
  const reported: AgentConversation[] = [known, unknown].map(({ conversation_id: id }) => ({ id, ...state }));
  const histories: AgentHistories = {
    conversations: vi.fn(async () => reported),
    count: async () => events.length,
    page: async () => ({ events: events.toReversed(), next: null }),
  };
  const deps = { ...stores, histories };
  const kept = async (one: typeof known) =>
    (await stores.events.search(logOf(one), { newestFirst: false, limit: 10, after: null })).items.filter(isInAgentLog);
  return {
    deps,
    known,
    unknown,
    events,
    histories,
    kept,
    look: (timeLeft = 6_000) => lastLook(sandbox, { timeLeft: () => timeLeft, pageTime: 3_000 }, deps),
    row: (one: typeof known) => stores.conversations.find(one.owner_id, one.conversation_id),
  };
}

describe('last look at an agent', () => {
  it('takes over the state, the costs and the events of each conversation, also of one never heard of', async () => {
    const { known, unknown, events, look, row, kept } = await scene();

    await look();

    for (const one of [known, unknown]) {
      expect(await kept(one)).toEqual(events);
      expect(await row(one)).toMatchObject({
        execution_status: 'finished',
        title: 'The end',
        metrics: { accumulated_cost: 1.5 },
      });
    }
  });

  it('brings back no conversation that was deleted, and none of a sandbox that all have left', async () => {
    const { deps, known, unknown, look, row, kept } = await scene({
      created_for_conversation: true,
      conversation_count: 0,
    });
    await deps.deletions.write({ conversation: known, parent: null, sandboxChange: null });

    await look();

    expect([await row(known), await row(unknown)]).toEqual([undefined, undefined]);
    expect(await kept(known)).toEqual([]);
  });

  it('begins no page for which there is no time', async () => {
    const { known, look, kept } = await scene();
    await look(3_000);
    expect(await kept(known)).toEqual([]);
  });

  it('takes what it can when a conversation fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { deps, known, unknown, look, row, kept } = await scene();
    const { page } = deps.histories;
    deps.histories.page = (sandbox, id, after) =>
      id === known.conversation_id ? Promise.reject(new Error('no answer')) : page(sandbox, id, after);

    await look();

    expect([(await kept(known)).length, (await kept(unknown)).length]).toEqual([0, 3]);
    expect(await row(known)).toMatchObject({ metrics: { accumulated_cost: 1.5 } });
    expect(warn).toHaveBeenCalledOnce();
  });

  it.each<Partial<Sandbox>>([
    { task_ended_at: '2026-11-21T12:00:00.000Z' },
    { exposed_urls: null },
    { phase: 'BOOTING' },
  ])('asks no agent whose task has ended, or that does not work yet: %o', async (overrides) => {
    const { look, histories } = await scene(overrides);
    await look();
    expect(histories.conversations).not.toHaveBeenCalled();
  });
});
