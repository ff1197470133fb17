import { describe, expect, it, vi } from 'vitest';
import type {
  AgentConversation,
  AgentHistories,
  AgentHistoryPage,
  AgentTitles,
} from '../../../../../shared/domain/agents/webhooks/agent-histories.ts';
import {
  backfillConversation,
  backfillSandbox,
  lastLook,
} from '../../../../../shared/domain/agents/webhooks/backfill.ts';
import { HttpAgentHistories } from '../../../../../shared/domain/agents/webhooks/http-agent-histories.ts';
import { type AgentEvent, isInAgentLog, logOf } from '../../../../../shared/domain/conversations/events/event.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aStateUpdate, at, someEvents } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { answersOfEdge } from '../../../../support/http/edge-answers.ts';
import { useHttpAgent } from '../../../../support/http/http-agent.ts';
import { someKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';

/** An agent's history of one conversation, in pages of ten. */
class FakeHistories implements AgentHistories {
  readonly events: readonly AgentEvent[];
  readonly asked: (string | null)[] = [];
  beforePage: () => Promise<unknown> = async () => undefined;

  constructor(events: readonly AgentEvent[]) {
    this.events = events;
  }

  async conversations(): Promise<never> {
    throw new Error('a backfill knows its conversations');
  }

  async count(): Promise<number | undefined> {
    return this.events.length;
  }

  async page(_: Sandbox, _id: string, after: string | null): Promise<AgentHistoryPage> {
    this.asked.push(after);
    await this.beforePage();
    const newestFirst = this.events.toReversed();
    const start = Number(after ?? 0);
    const next = start + 10 < newestFirst.length ? String(start + 10) : null;
    return { events: newestFirst.slice(start, start + 10), next };
  }
}

/** The agent of conversations without titles. */
const noTitles: AgentTitles = {
  conversation: async () => undefined,
  ask: async () => undefined,
  rename: async () => false,
};

async function scene(events: readonly AgentEvent[], overrides: Partial<Sandbox> = {}) {
  const stores = serviceDeps();
  const sandbox = aRunningSandbox(overrides);
  await stores.sandboxes.save([{ previous: null, next: sandbox }]);
  const { sandbox_id, created_at: sandbox_created_at } = sandbox;
  const conversation = aConversation({ sandbox_id, sandbox_created_at });
  stores.conversations.put(conversation);
  const pauses: number[] = [];
  const histories = new FakeHistories(events);
  const deps = {
    ...stores,
    leases: stores.events,
    histories,
    titles: noTitles,
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
  };
  const run = { holder: 'worker', timeLeft: () => 300_000, pageTime: 20_000 };
  const log = logOf(conversation);
  return {
    deps,
    sandbox,
    conversation,
    histories,
    pauses,
    log,
    fetch: (more = {}) => backfillConversation('ann', conversation.conversation_id, { ...run, ...more }, deps),
    fetchAll: () => backfillSandbox('ann', sandbox_id, run, deps),
    kept: async () => (await stores.events.search(log, { newestFirst: false, limit: 1000, after: null })).items,
  };
}

describe('backfill of events that an agent did not deliver', () => {
  it('fetches the events, and the conversation follows them', async () => {
    const events = [...someEvents(24), aStateUpdate('execution_status', 'finished', { timestamp: at(99_000) })];
    const { deps, conversation, log, fetch, kept } = await scene(events);
    await deps.events.append(log, [...events.slice(0, 3), ...events.slice(7, 12), aStateUpdate('full_state', {})]);

    await fetch();

    expect((await kept()).filter(isInAgentLog)).toEqual(events);
    expect(await deps.conversations.find('ann', conversation.conversation_id)).toMatchObject({
      execution_status: 'finished',
    });
  });

  it('covers every conversation in a sandbox that runs again', async () => {
    const events = someEvents(5);
    const { fetchAll, kept } = await scene(events);
    await fetchAll();
    expect(await kept()).toEqual(events);
  });

  it('stops reading at the gap', async () => {
    const events = someEvents(60);
    const { deps, log, histories, fetch } = await scene(events);
    await deps.events.append(log, events.slice(0, 55));

    await fetch();

    expect(histories.asked).toEqual([null]);
    await fetch();
    expect(histories.asked).toEqual([null]);
  });

  it('skips events that arrive a moment later', async () => {
    const events = someEvents(3);
    const { deps, log, histories, fetch, pauses } = await scene(events);
    deps.pause = async (milliseconds) => {
      pauses.push(milliseconds);
      await deps.events.append(log, events);
    };

    await fetch();

    expect([pauses.length, histories.asked]).toEqual([1, []]);
  });

  it('runs once at a time', async () => {
    const { deps, log, histories, fetch } = await scene(someEvents(3));
    await deps.leases.acquire(log, 'backfill', 'another', new Date(deps.now().getTime() + 1_000));
    await fetch();
    expect(histories.asked).toEqual([]);
  });

  it('leaves the rest to the next run when it runs out of time', async () => {
    const { fetch, kept } = await scene(someEvents(30));
    let pages = 0;
    await fetch({ timeLeft: () => (pages++ < 2 ? 300_000 : 1_000) });
    expect((await kept()).length).toBe(10);
    await fetch();
    expect((await kept()).length).toBe(30);
  });

  it('keeps its position while the agent does not answer, and its lease ends', async () => {
    const { deps, histories, fetch, kept } = await scene(someEvents(3));
    histories.beforePage = () => Promise.reject(new Error('no answer'));
    await expect(fetch()).rejects.toThrow('no answer');
    histories.beforePage = async () => undefined;
    await fetch();
    expect((await kept()).length).toBe(3);
    deps.histories.count = async () => undefined;
    await fetch();
  });

  it('stores no events of a conversation that is deleted during the backfill', async () => {
    const { deps, conversation, histories, fetch, kept } = await scene(someEvents(3));
    histories.beforePage = () => deps.deletions.write({ conversation, parent: null, sandboxChange: null });
    await fetch();
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['a paused sandbox', { desired: 'PAUSED', phase: 'PAUSED' }],
    ['a sandbox that starts', { phase: 'BOOTING' }],
  ] as const)('does not call the agent of %s', async (_, overrides) => {
    const { histories, fetch } = await scene(someEvents(3), overrides);
    await fetch();
    expect(histories.asked).toEqual([]);
  });
});

const stats = { usage_to_metrics: { agent: { model_name: 'a/b', accumulated_cost: 1.5 } } };

/** A deleted agent with two conversations, one of them unknown to the service. */
async function deletedAgent(overrides: Partial<Sandbox> = {}) {
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
  it('stores the state, costs and events of each conversation, including an unknown one', async () => {
    const { known, unknown, events, look, row, kept } = await deletedAgent();

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

  it('restores no deleted conversation, and none of a sandbox without conversations', async () => {
    const { deps, known, unknown, look, row, kept } = await deletedAgent({
      created_for_conversation: true,
      conversation_count: 0,
    });
    await deps.deletions.write({ conversation: known, parent: null, sandboxChange: null });

    await look();

    expect([await row(known), await row(unknown)]).toEqual([undefined, undefined]);
    expect(await kept(known)).toEqual([]);
  });

  it('begins no page for which there is no time', async () => {
    const { known, look, kept } = await deletedAgent();
    await look(3_000);
    expect(await kept(known)).toEqual([]);
  });

  it('takes what it can when a conversation fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { deps, known, unknown, look, row, kept } = await deletedAgent();
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
  ])('does not call an agent whose task has ended or that is not ready: %o', async (overrides) => {
    const { look, histories } = await deletedAgent(overrides);
    await look();
    expect(histories.conversations).not.toHaveBeenCalled();
  });
});

const agent = await useHttpAgent();
const histories = new HttpAgentHistories(someKeys());
const sandbox = aRunningSandbox({ exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url: agent.url }] });
const id = '0193'.padEnd(32, '0');

describe('history of an agent', () => {
  it.each(answersOfEdge)('has no known count, and no page, when the edge answers: %s', async (_, reply) => {
    agent.reply = () => reply;

    expect(await histories.count(sandbox, id)).toBeUndefined();
    await expect(histories.page(sandbox, id, null)).rejects.toMatchObject({ cause: { name: 'EdgeRefusedError' } });
  });

  it('has no event that is nested more deeply than deliveries can be', async () => {
    const [event] = someEvents(1);
    const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) });
    const [deepest, tooDeep] = [62, 63].map((levels) => ({ ...event, x: nested(levels) }));
    agent.reply = () => ({ body: { items: [deepest, tooDeep, event] } });

    expect((await histories.page(sandbox, id, null)).events).toEqual([deepest, event]);
  });

  it('has the count that the agent reports', async () => {
    agent.reply = () => ({ body: 7 });

    expect(await histories.count(sandbox, id)).toBe(7);
  });

  it('is aborted at the time limit of its reader, even if an agent does not respond', async () => {
    agent.reply = () => 'silence';
    const until = Date.now() + 100;
    const timeLeft = () => Math.max(0, until - Date.now());
    const bounded = new HttpAgentHistories(someKeys(), timeLeft);

    await expect(bounded.page(sandbox, id, null)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
    expect(await bounded.count(sandbox, id)).toBeUndefined();
    expect(timeLeft()).toBe(0);
  });
});
