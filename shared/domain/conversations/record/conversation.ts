import * as z from 'zod';
import { ConversationTrigger, ExecutionStatus, ProviderType } from '../../../contract/shapes/enums.ts';
import { isUuid } from '../../../contract/shapes/ids.ts';
import { timestamp } from '../../../platform/clock.ts';
import { uuidOf } from '../../../platform/ids.ts';
import { Metrics } from './metrics.ts';

/** A row of the conversations table. Loose: older function versions keep the fields of newer ones. */
export const Conversation = z.looseObject({
  owner_id: z.string(),
  conversation_id: z.string(),
  /** The id as the caller chose it, where it differs from the form it is stored under. */
  given_id: z.string().nullable(),
  sandbox_id: z.string(),
  /** When that sandbox was created: a later sandbox can have the same caller-chosen id. */
  sandbox_created_at: z.string(),
  title: z.string(),
  /** Whether the user chose the title. No title from the agent replaces it. */
  title_by: z.enum(['user']).nullish(),
  /** Whether the user asked the agent for another title. Until it comes, reports of the old one count for nothing. */
  title_asked: z.boolean().nullish(),
  trigger: ConversationTrigger.nullable(),
  selected_repository: z.string().nullable(),
  selected_branch: z.string().nullable(),
  git_provider: ProviderType.nullable(),
  pr_number: z.array(z.int()),
  llm_model: z.string().nullable(),
  /** The name of the owner's language model that the user switched to. */
  llm_profile: z.string().nullish(),
  /** Whether the agent still has to receive it, as it was not running. */
  llm_profile_pending: z.boolean().nullish(),
  /** What its agent reported of itself; absent for the standard agent. */
  agent_kind: z.literal('acp').nullish(),
  acp_server: z.string().nullish(),
  /** The agent profile that it was started with, and which state of it. */
  launched_agent_profile: z.object({ agent_profile_id: z.string(), revision: z.int() }).nullish(),
  parent_conversation_id: z.string().nullable(),
  sub_conversation_ids: z.array(z.string()),
  public: z.boolean().nullable(),
  /** The agent's last report. Null until the first one. */
  execution_status: ExecutionStatus.nullish(),
  metrics: Metrics.nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
  /** The directory in which the agent works, by its last report. */
  working_dir: z.string().nullish(),
  /** When something last happened in it, by the agent's clock, in UTC with microseconds. */
  agent_updated_at: z.string().nullish(),
  /** The time of each reported field, so that a late report changes nothing. */
  state_times: z.record(z.string(), z.string()).nullish(),
  /** Rises with each change that an agent made: its optimistic lock. */
  state_version: z.int().optional(),
  /** Rises with each change that a user made: what changes with `If-Match` depend on. A missing one is 0. */
  revision: z.int().optional(),
  /** Its latest start. Rows from before this field have none. */
  start_task_id: z.string().nullish(),
  /** Why that start failed, for the person who waits. Null until it fails, and again with the next start. */
  start_error: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Conversation = z.infer<typeof Conversation>;

export type NewConversation = Pick<
  Conversation,
  | 'owner_id'
  | 'conversation_id'
  | 'given_id'
  | 'sandbox_id'
  | 'sandbox_created_at'
  | 'trigger'
  | 'selected_repository'
  | 'selected_branch'
  | 'git_provider'
  | 'pr_number'
  | 'llm_model'
  | 'parent_conversation_id'
  | 'public'
> &
  Partial<Pick<Conversation, 'launched_agent_profile'>> & { readonly title: string | null };

/** A conversation has a title from the start. */
export function newConversation(given: NewConversation, now: Date): Conversation {
  const at = timestamp(now);
  const chosen = given.title?.trim();
  const title = chosen || defaultTitle(given.conversation_id);
  return {
    ...given,
    title,
    ...(chosen ? { title_by: 'user' } : {}),
    sub_conversation_ids: [],
    created_at: at,
    updated_at: at,
  };
}

/** How much of a chosen id a title shows. */
const LONGEST_NAME = 60;

/** The last characters of a generated id distinguish it, the first ones of a chosen id. */
export function defaultTitle(conversationId: string): string {
  return `Conversation ${isUuid(conversationId) ? conversationId.slice(-5) : conversationId.slice(0, LONGEST_NAME)}`;
}

/** The conversation's id on the agent server, which accepts only UUIDs. */
export function agentConversationId(conversation: Pick<Conversation, 'owner_id' | 'conversation_id'>): string {
  const { owner_id: ownerId, conversation_id: id } = conversation;
  return isUuid(id) ? id : uuidOf(`${ownerId}/${id}`);
}
