import { describe, expect, it } from 'vitest';
import { getOverview } from '../../../../functions/service/get-overview.ts';
import { noLimits } from '../../../../shared/contract/shapes/limits.ts';
import type { Scope } from '../../../../shared/contract/shapes/scopes.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import { TooMuchUsageError } from '../../../../shared/domain/billing/usage/usage-ledger.ts';
import type { OverviewDeps } from '../../../../shared/domain/service/overview/build-overview.ts';
import { aConversation, aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aSandbox, noon, stageOf } from '../../../support/sandboxes/sandbox-data.ts';

const running = aSandbox({ phase: 'PENDING', desired: 'RUNNING' });
const failed = aSandbox({ phase: 'ERROR' });
const paused = aSandbox({ phase: 'PAUSED', desired: 'PAUSED' });
const sandboxes = [running, failed, paused];
const home = aConversation({ conversation_id: running.sandbox_id, sandbox_id: running.sandbox_id, title: 'At home' });
const others = Array.from({ length: 8 }, (_, n) => aConversation({ title: `Other ${n}` }));
const old = aConversation({ title: 'Failed to start' });
const starts = [
  aStartTask({ conversation_id: old.conversation_id, status: 'ERROR', detail: 'no repository' }),
  aStartTask({ conversation_id: home.conversation_id, status: 'READY' }),
  aStartTask({ conversation_id: home.conversation_id, status: 'ERROR' }),
];

/** The owner ann. What another owner asks for does not exist. */
const depsOf = (overrides: Partial<OverviewDeps> = {}): OverviewDeps => {
  const of = <T>(ownerId: string, items: readonly T[]) => (ownerId === 'ann' ? items : []);
  return {
    sandboxes: {
      list: async (ownerId) => ({ items: of(ownerId, sandboxes), next: null }),
      findMany: async (ownerId, ids) => of(ownerId, sandboxes).filter(({ sandbox_id: id }) => ids.includes(id)),
    },
    conversations: {
      list: async (ownerId) => ({ items: of(ownerId, [...others, home]), next: null }),
      findMany: async (ownerId, ids) => of(ownerId, [old]).filter(({ conversation_id: id }) => ids.includes(id)),
    },
    startTasks: { newest: async (ownerId) => ({ items: of(ownerId, starts), next: null }) },
    accounts: {
      account: async () =>
        ({
          limits: noLimits,
          active: 1,
          activeByLineage: new Map(),
          cpuUnits: 1024,
          cpuUnitsByLineage: new Map(),
          settled: null,
        }) as never,
    },
    ledger: { intervals: async () => [] },
    calls: {
      of: async (ownerId) => of(ownerId, [{ keyId: 'k', hour: '2026-11-21T11', calls: 1_000, legacyCalls: 0 }]),
    },
    prices: pricesOf('us-east-1'),
    keys: { sessionKey: () => Promise.reject(new Error('the overview needs no session key')) } as never,
    reports: {} as never,
    stageLimits: stageOf(10),
    now: () => new Date(noon),
    ...overrides,
  };
};

const ask = (scopes: readonly Scope[] = ['admin'], deps = depsOf(), ownerId = 'ann') =>
  invoke(getOverview, deps, { caller: { ownerId, scopes } });

describe('GET overview', () => {
  it('returns what runs and failed, what it belongs to, and what it costs, without session keys', async () => {
    const { status, body, text } = await ask();

    expect(status).toBe(200);
    expect(body.sandboxes.items.map(({ id }: { id: string }) => id)).toEqual([running.sandbox_id, failed.sandbox_id]);
    expect(body.conversations.recent.map(({ title }: { title: string }) => title)).toEqual(
      others.slice(0, 6).map(({ title }) => title),
    );
    expect(body.conversations.related.map(({ title }: { title: string }) => title)).toEqual([
      'At home',
      'Failed to start',
    ]);
    expect(body.starts.items).toHaveLength(3);
    expect(body.starts.items[0]).not.toHaveProperty('request');
    expect(body.usage.days).toEqual([{ day: '2026-11-21', cost_usd: 0.0035 }]);
    expect(body.limits.sandboxes.owner).toEqual({ limit: 10, used: 1 });
    expect(body.unavailable).toEqual([]);
    expect(text).not.toMatch(/"session_api_key":"/);
  });

  it('leaves out the parts that the key cannot read, and names the scopes', async () => {
    const { body } = await ask(['sandboxes:read']);

    expect(body.sandboxes.items).toHaveLength(2);
    expect([body.conversations, body.starts, body.usage]).toEqual([null, null, null]);
    expect(body.unavailable).toEqual([
      { part: 'conversations', code: 'insufficient_scope', required_scope: 'conversations:read' },
      { part: 'starts', code: 'insufficient_scope', required_scope: 'conversations:read' },
      { part: 'usage', code: 'insufficient_scope', required_scope: 'usage:read' },
    ]);
  });

  it('returns the other parts when there is too much usage to add up', async () => {
    const ledger = { intervals: () => Promise.reject(new TooMuchUsageError('too many')) };
    const { status, body } = await ask(['admin'], depsOf({ ledger }));

    expect(status).toBe(200);
    expect(body.usage).toBeNull();
    expect(body.unavailable).toEqual([{ part: 'usage', code: 'too_much_usage', required_scope: null }]);
    expect(body.sandboxes.items).toHaveLength(2);
  });

  it('has the same entity tag while nothing happens', async () => {
    const later = depsOf({ now: () => new Date(Date.parse(noon) + 30_000) });

    expect((await ask(['admin'], later)).headers.ETag).toBe((await ask()).headers.ETag);
  });

  it('shows nothing of another owner', async () => {
    const { body, text } = await ask(['admin'], depsOf(), 'bob');

    expect(body.sandboxes.items).toEqual([]);
    expect(text).not.toContain(home.conversation_id);
  });
});
