import { beforeEach, describe, expect, it } from 'vitest';
import { getOrganizationStats } from '../../../../functions/conversations/get-organization-stats.ts';
import { getOrganizationUsageStats } from '../../../../functions/conversations/get-organization-usage-stats.ts';
import { getOrganizationUserUsage } from '../../../../functions/conversations/get-organization-user-usage.ts';
import { noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import type { MemberRecord } from '../../../../shared/domain/accounts/people/member-record.ts';
import type { Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

const now = new Date('2030-06-15T12:00:00.000Z');
const params = { org_id: organizationOf('ann') };

function aMember(id: string): MemberRecord {
  const row = { owner_id: 'ann', role: 'member', status: 'ACTIVE', managed: false, revision: 0 } as const;
  const limits = { ...noLimits, monthly_budget_usd: 7 };
  return { ...row, person_id: id, name: id, email: `${id}@example.com`, joined_at: now.toISOString(), limits };
}

let deps: ServiceDeps;
const members = [aMember('ada'), aMember('bob')];
const person = { issuer: 'i', subject: 's', email: null, name: null, picture: null, person_id: 'ada' };
const logins = { first_sign_in_at: '2030-01-02T00:00:00.000Z', last_sign_in_at: '2030-06-14T00:00:00.000Z' };
const allDeps = () => ({
  ...deps,
  members: { ofOwner: async () => members },
  people: { findMany: async (ids: readonly string[]) => (ids.includes('ada') ? [{ ...person, ...logins }] : []) },
  owners: { find: async () => ({ active_sandboxes: 3 }) as never },
  now: () => now,
});
beforeEach(() => {
  deps = serviceDeps();
});

/** A conversation with 15 tokens for 0.1 dollars. */
function add(day: string, overrides: Partial<Conversation> = {}): Conversation {
  const tokens = { model: 'm', prompt_tokens: 10, completion_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 };
  const usage = { ...tokens, reasoning_tokens: 0, context_window: 0, per_turn_token: 0, response_id: '' };
  const metrics = { model_name: 'm', accumulated_cost: 0.1, max_budget_per_task: null, accumulated_token_usage: usage };
  const created_at = `${day}T08:00:00.000Z`;
  const conversation = aConversation({
    metrics,
    llm_model: 'openai/x',
    created_at,
    updated_at: created_at,
    ...overrides,
  });
  deps.conversations.put(conversation);
  return conversation;
}

describe("statistics of an organization's conversations", () => {
  it('count agents that work, sandboxes, completed conversations, tokens and costs', async () => {
    const [running, paused] = [aRunningSandbox(), aSandbox({ desired: 'PAUSED', phase: 'PAUSED' })];
    await deps.sandboxes.save([{ previous: null, next: running }]);
    await deps.sandboxes.save([{ previous: null, next: paused }]);
    // An agent that reports no more since the pause.
    for (const { sandbox_id, created_at } of [running, paused])
      add('2030-06-15', { execution_status: 'running', sandbox_id, sandbox_created_at: created_at });
    add('2030-06-15', { execution_status: 'finished' });
    add('2030-06-10', { execution_status: 'finished' });
    add('2030-05-20', { execution_status: 'finished' });

    const { body } = await invoke(getOrganizationStats, allDeps(), { params });

    expect(body).toEqual({
      ...{ active_conversations: 1, running_runtimes: 3, completed_24h: 1, completed_7d: 2, completed_30d: 3 },
      ...{ total_cost: 0.5, total_prompt_tokens: 50, total_completion_tokens: 25, total_tokens: 75 },
      is_complete: true,
    });
    expectHosted('OrgConversationStats', body);
  });

  it('divide usage by day, user, model and agent', async () => {
    const parent = add('2030-06-14', { created_by: 'ada' });
    add('2030-06-14', { created_by: 'ada', parent_conversation_id: parent.conversation_id, llm_model: null });
    add('2030-06-12', { agent_kind: 'acp' });
    add('2030-06-01');

    const ask = (query: TestRequest['query']) => invoke(getOrganizationUsageStats, allDeps(), { params, query });
    const { body } = await ask({});

    expect(body).toMatchObject({
      ...{ active_users: 2, agent_runs: 3, usage_conversation_count: 2, total_tokens: 45, estimated_spend: 0.3 },
      daily_usage: [
        { date: '2030-06-12', tokens: 15, conversations: 1 },
        { date: '2030-06-14', tokens: 30, conversations: 2 },
      ],
      team_usage: [
        { user_id: 'ada', user_email: 'ada@example.com', conversation_count: 2, total_tokens: 30, percentage: 66.67 },
        { user_id: 'ann', user_email: null, conversation_count: 1, total_tokens: 15, percentage: 33.33 },
      ],
      model_usage: [
        { model_name: 'openai/x', conversation_count: 2, total_tokens: 30, total_cost: 0.2 },
        { model_name: 'unknown', conversation_count: 1, total_tokens: 15, total_cost: 0.1 },
      ],
      agent_usage: [
        { agent_name: 'openhands', conversation_count: 2, total_cost: 0.2 },
        { agent_name: 'acp', conversation_count: 1, total_cost: 0.1 },
      ],
    });
    expectHosted('OrgUsageStats', body);
    const wide: readonly NonNullable<TestRequest['query']>[] = [
      { time_window: '30d', days: 1 },
      { time_window: 'ytd' },
      { days: 30 },
    ];
    for (const query of wide) expect((await ask(query)).body.agent_runs).toBe(4);
  });

  it('have the usage, sign-ins and budget of each member, and of others who made conversations', async () => {
    add('2030-06-14', { created_by: 'ada' });
    add('2030-02-01', { created_by: 'ada' });
    add('2029-12-31', { created_by: 'gone' });

    const ask = (query: TestRequest['query']) => invoke(getOrganizationUserUsage, allDeps(), { params, query });
    const { body } = await ask({});

    expect(body).toMatchObject({ has_more: false, is_complete: true });
    expect(body.items).toMatchObject([
      {
        ...{ user_id: 'ada', conversation_count: 2, spend_mtd: 0.1, spend_ytd: 0.2, spend_lifetime: 0.2 },
        ...{ first_conversation_at: '2030-02-01T08:00:00.000Z', last_conversation_at: '2030-06-14T08:00:00.000Z' },
        ...{ first_login_at: logins.first_sign_in_at, last_login_at: logins.last_sign_in_at, budget_monthly_limit: 7 },
      },
      { user_id: 'bob', conversation_count: 0, first_login_at: null, spend_lifetime: 0 },
      { user_id: 'gone', user_email: null, spend_ytd: 0, spend_lifetime: 0.1, budget_monthly_limit: null },
    ]);
    expectHosted('OrgUserUsageStats', body);
    expect((await ask({ limit: 1, offset: 1 })).body).toMatchObject({ items: [{ user_id: 'bob' }], has_more: true });
  });

  it('are refused to members, and absent for strangers', async () => {
    const caller = { person: { id: 'bob', role: 'member' as const, name: null, email: null } };
    const operations = [
      (request: TestRequest) => invoke(getOrganizationStats, allDeps(), request),
      (request: TestRequest) => invoke(getOrganizationUsageStats, allDeps(), request),
      (request: TestRequest) => invoke(getOrganizationUserUsage, allDeps(), request),
    ];
    for (const ask of operations) {
      expect((await ask({ params, caller })).body.code).toBe('insufficient_scope');
      expect((await ask({ params, caller: { ownerId: 'eve' } })).body.code).toBe('not_found');
    }
  });
});
