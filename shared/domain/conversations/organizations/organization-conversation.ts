import type * as z from 'zod';
import type { getOrganizationConversation } from '../../../contract/conversations/organization-conversations.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { Conversation } from '../record/conversation.ts';
import { sandboxOf } from '../record/conversation-homes.ts';
import { reportedStatuses } from '../search/status-filter.ts';

export type OrganizationConversation = z.input<(typeof getOrganizationConversation)['success']['body']>;

/** A person as lists show them. */
export interface KnownUser {
  readonly person_id: string;
  readonly name: string | null;
  readonly email: string | null;
}

export type KnownUsers = ReadonlyMap<string, KnownUser>;

export function byPerson<User extends KnownUser>(users: readonly User[]): ReadonlyMap<string, User> {
  return new Map(users.map((user) => [user.person_id, user]));
}

/** Who made a conversation: a person, or the owner for API keys of no member. */
export function userOf({ created_by, owner_id }: Conversation, users: KnownUsers) {
  const id = created_by ?? owner_id;
  const known = users.get(id);
  return { user_id: id, user_name: known?.name ?? null, user_email: known?.email ?? null };
}

/** Costs and tokens of a conversation's language models, as its agent reported them last. */
export function spendingOf({ metrics }: Pick<Conversation, 'metrics'>) {
  const { prompt_tokens: prompt = 0, completion_tokens: completion = 0 } = metrics?.accumulated_token_usage ?? {};
  const { cache_read_tokens: read = 0, cache_write_tokens: written = 0 } = metrics?.accumulated_token_usage ?? {};
  return {
    accumulated_cost: metrics?.accumulated_cost ?? 0,
    prompt_tokens: Math.round(prompt),
    completion_tokens: Math.round(completion),
    total_tokens: Math.round(prompt) + Math.round(completion),
    cache_read_tokens: Math.round(read),
    cache_write_tokens: Math.round(written),
  };
}

/** A conversation for admins of its organization. @param found the row with its `sandbox_id` */
export function organizationConversation(
  conversation: Conversation,
  found: Sandbox | undefined,
  users: KnownUsers,
): OrganizationConversation {
  const { sandbox_status, execution_status } = reportedStatuses(conversation, sandboxOf(conversation, found));
  const { title, llm_model, created_at, updated_at, sandbox_id, pr_number, trigger } = conversation;
  const { selected_repository, selected_branch, git_provider, parent_conversation_id } = conversation;
  return {
    id: conversation.conversation_id,
    ...{ title, llm_model },
    agent_kind: conversation.agent_kind ?? 'openhands',
    ...userOf(conversation, users),
    ...{ created_at, updated_at, sandbox_id, sandbox_status, execution_status },
    visibility: conversation.private_to === undefined ? 'members' : 'private',
    runtime_url: null,
    ...{ selected_repository, selected_branch, git_provider, trigger, pr_number, parent_conversation_id },
    pr_merged: null,
    tags: conversation.tags ?? {},
    ...spendingOf(conversation),
  };
}
