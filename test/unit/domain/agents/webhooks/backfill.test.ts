import { describe, expect, it } from 'vitest';
import type {
  AgentHistories,
  AgentHistoryPage,
  AgentTitles,
} from '../../../../../shared/domain/agents/webhooks/agent-histories.ts';
import { backfillConversation, backfillSandbox } from '../../../../../shared/domain/agents/webhooks/backfill.ts';
import { type AgentEvent, isInAgentLog, logOf } from '../../../../../shared/domain/conversations/events/event.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aStateUpdate, at, someEvents } from '../../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';

/** The history of one conversation as an agent has it, in pages of ten. */
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

  it('reads no further than the gap', async () => {
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

  it('leaves the rest to the next run when its time is over', async () => {
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

  it('stores no events of a conversation that is deleted meanwhile', async () => {
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
