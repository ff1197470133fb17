import { csvOf } from '../../../presentation/csv.ts';
import type { OrganizationConversation } from './organization-conversation.ts';

const columns = [
  'id',
  'title',
  'user_id',
  'user_name',
  'user_email',
  'visibility',
  'created_at',
  'updated_at',
  'execution_status',
  'sandbox_id',
  'sandbox_status',
  'llm_model',
  'agent_kind',
  'selected_repository',
  'selected_branch',
  'git_provider',
  'trigger',
  'parent_conversation_id',
  'accumulated_cost',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
] as const satisfies readonly (keyof OrganizationConversation)[];

/** Conversations as CSV, without what is a list or always null. */
export function conversationsCsv(conversations: readonly OrganizationConversation[]): string {
  return csvOf(
    columns,
    conversations.map((one) => columns.map((name) => one[name])),
  );
}
