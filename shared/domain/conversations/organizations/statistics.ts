import { timestamp } from '../../../platform/clock.ts';
import type { Conversation } from '../record/conversation.ts';
import { byPerson, type KnownUser, type KnownUsers, spendingOf, userOf } from './organization-conversation.ts';
import { daysBefore, type Newest } from './read-newest.ts';

interface Sum {
  readonly conversations: readonly Conversation[];
  readonly cost: number;
  readonly prompt: number;
  readonly completion: number;
  readonly tokens: number;
}

function sumOf(conversations: readonly Conversation[]): Sum {
  const spending = conversations.map(spendingOf);
  const total = (of: (one: (typeof spending)[number]) => number) => spending.reduce((sum, one) => sum + of(one), 0);
  const prompt = total(({ prompt_tokens: tokens }) => tokens);
  const completion = total(({ completion_tokens: tokens }) => tokens);
  const cost = usd(total(({ accumulated_cost: one }) => one));
  return { conversations, cost, prompt, completion, tokens: prompt + completion };
}

/** Without the last digits, in which sums of fractions differ. */
function usd(amount: number): number {
  return Math.round(amount * 1e9) / 1e9;
}

/** Sums by a name, the largest first. */
function sumsBy(conversations: readonly Conversation[], name: (one: Conversation) => string) {
  return [...Map.groupBy(conversations, name)]
    .map(([group, some]) => ({ group, ...sumOf(some) }))
    .toSorted((a, b) => b.tokens - a.tokens || b.conversations.length - a.conversations.length);
}

/** What runs now. */
export interface Running {
  /** Conversations whose agent works. */
  readonly conversations: number;
  /** Sandboxes that count towards the owner's limit. */
  readonly sandboxes: number;
}

export function conversationStatistics({ conversations, isComplete }: Newest, running: Running, now: Date) {
  const { cost, prompt, completion, tokens } = sumOf(conversations);
  const finished = conversations.filter(({ execution_status: status }) => status === 'finished');
  const since = (days: number) => {
    const begin = daysBefore(now, days);
    return finished.filter(({ updated_at: at }) => at >= begin).length;
  };
  return {
    active_conversations: running.conversations,
    running_runtimes: running.sandboxes,
    completed_24h: since(1),
    completed_7d: since(7),
    completed_30d: since(30),
    total_cost: cost,
    total_prompt_tokens: prompt,
    total_completion_tokens: completion,
    total_tokens: tokens,
    is_complete: isComplete,
  };
}

/** Usage by day, user, model and agent. */
export function usageStatistics({ conversations, isComplete }: Newest, users: KnownUsers) {
  const { cost, tokens } = sumOf(conversations);
  const days = [...Map.groupBy(conversations, ({ created_at: at }) => at.slice(0, 10))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const team = sumsBy(conversations, (one) => userOf(one, users).user_id);
  return {
    active_users: team.length,
    agent_runs: conversations.length,
    usage_conversation_count: conversations.filter(({ parent_conversation_id: parent }) => parent === null).length,
    total_tokens: tokens,
    estimated_spend: cost,
    daily_usage: days.map(([date, some]) => ({ date, tokens: sumOf(some).tokens, conversations: some.length })),
    team_usage: team.map(({ conversations: some, tokens: theirs }) => ({
      ...userOf(firstOf(some), users),
      conversation_count: some.length,
      total_tokens: theirs,
      percentage: tokens === 0 ? 0 : Math.round((theirs / tokens) * 10_000) / 100,
    })),
    model_usage: sumsBy(conversations, ({ llm_model: model }) => model ?? 'unknown').map((sum) => ({
      model_name: sum.group,
      conversation_count: sum.conversations.length,
      total_tokens: sum.tokens,
      total_cost: sum.cost,
    })),
    agent_usage: sumsBy(conversations, ({ agent_kind: kind }) => kind ?? 'openhands').map((sum) => ({
      agent_name: sum.group,
      conversation_count: sum.conversations.length,
      total_cost: sum.cost,
    })),
    is_complete: isComplete,
  };
}

/** A member, with what the statistics of users show. */
export interface Member extends KnownUser {
  readonly limits: { readonly monthly_budget_usd: number | null };
}

/** What each user made, members in the order in which they joined, then others. */
export function userStatistics(conversations: readonly Conversation[], members: readonly Member[], now: Date) {
  const made = Map.groupBy(conversations, ({ created_by: maker, owner_id: ownerId }) => maker ?? ownerId);
  const known = byPerson(members);
  const [month, year] = [timestamp(now).slice(0, 7), timestamp(now).slice(0, 4)];
  return [...new Set([...known.keys(), ...made.keys()])].map((id) => {
    const member = known.get(id);
    const theirs = made.get(id) ?? [];
    const created = theirs.map(({ created_at: at }) => at).toSorted();
    const spent = (begin: string) => sumOf(theirs.filter(({ created_at: at }) => at.startsWith(begin))).cost;
    return {
      user_id: id,
      user_email: member?.email ?? null,
      user_name: member?.name ?? null,
      conversation_count: theirs.length,
      first_conversation_at: created[0] ?? null,
      last_conversation_at: created.at(-1) ?? null,
      spend_mtd: spent(month),
      spend_ytd: spent(year),
      spend_lifetime: spent(''),
      budget_monthly_limit: member?.limits.monthly_budget_usd ?? null,
      budget_is_disabled: false as const,
      prs_merged: null,
    };
  });
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('a group has at least one conversation');
  return first;
}
