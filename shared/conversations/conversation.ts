import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { ConversationTrigger, ExecutionStatus, ProviderType } from '../contract/enums.ts';
import { isUuid, uuidOf } from '../ids.ts';
import { Metrics } from './metrics.ts';

/** A row of the conversations table. Loose, so that what a newer version wrote survives an older one during a deployment. */
export const Conversation = z.looseObject({
  owner_id: z.string(),
  conversation_id: z.string(),
  /** The id as the caller chose it, where it differs from the form it is stored under. */
  given_id: z.string().nullable(),
  sandbox_id: z.string(),
  /** When that very sandbox was created: a chosen id may name another one later. Null in rows from before it was kept. */
  sandbox_created_at: z.string().nullable().default(null),
  title: z.string(),
  /** Whose title it is: one that the user chose is never replaced by one that the agent finds. */
  title_by: z.enum(['user']).nullish(),
  trigger: ConversationTrigger.nullable(),
  selected_repository: z.string().nullable(),
  selected_branch: z.string().nullable(),
  git_provider: ProviderType.nullable(),
  pr_number: z.array(z.int()),
  llm_model: z.string().nullable(),
  parent_conversation_id: z.string().nullable(),
  sub_conversation_ids: z.array(z.string()),
  public: z.boolean().nullable(),
  /** What the agent told last. Rows that no agent told of have none of it. */
  execution_status: ExecutionStatus.nullish(),
  metrics: Metrics.nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
  /** When something last happened in it, by the agent's clock, in UTC with microseconds. */
  agent_updated_at: z.string().nullish(),
  /** Of when each part of that is, so that late news change nothing. */
  state_times: z.record(z.string(), z.string()).nullish(),
  /** Rises with each change that an agent made: its optimistic lock. */
  state_version: z.int().optional(),
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
> & { readonly title: string | null };

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

/** The last characters of an id of ours tell conversations apart, as the first ones are the time. An id that its caller chose is a name, and cut at its end if at all. */
export function defaultTitle(conversationId: string): string {
  return `Conversation ${isUuid(conversationId) ? conversationId.slice(-5) : conversationId.slice(0, LONGEST_NAME)}`;
}

/** The id under which the agent server knows the conversation: it takes UUIDs only. */
export function agentConversationId(conversation: Pick<Conversation, 'owner_id' | 'conversation_id'>): string {
  const { owner_id: ownerId, conversation_id: id } = conversation;
  return isUuid(id) ? id : uuidOf(`${ownerId}/${id}`);
}
