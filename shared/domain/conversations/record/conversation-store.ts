import type { Revisions } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import { type Conversation, defaultTitle } from './conversation.ts';

/** Which conversations a search is after. Times are inclusive below and exclusive above. */
export interface ConversationFilter {
  readonly titleContains?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedBefore?: string | undefined;
  readonly sandboxId?: string | undefined;
  readonly repository?: string | undefined;
  readonly trigger?: string | undefined;
  /** Conversations that another conversation started are left out otherwise. */
  readonly includeSubConversations: boolean;
}

/** A user's change of a conversation: fields that are undefined stay as they are. */
export interface ConversationChange {
  /** Null asks the agent for a new one. */
  readonly title?: string | null | undefined;
  readonly public?: boolean | null | undefined;
  readonly selected_repository?: string | null | undefined;
  readonly selected_branch?: string | null | undefined;
  readonly git_provider?: Conversation['git_provider'] | undefined;
  readonly llm_model?: string | undefined;
  readonly llm_profile?: string | undefined;
  readonly llm_profile_pending?: boolean | undefined;
}

export interface ConversationStore {
  find(ownerId: string, conversationId: string): Promise<Conversation | undefined>;
  /** In no particular order; unknown ids are missing. */
  findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]>;
  /** Newest first. */
  list(ownerId: string, filter: ConversationFilter, limit: number, after: string | null): Promise<Page<Conversation>>;
  count(ownerId: string, filter: ConversationFilter): Promise<number>;
  /**
   * Changes these fields alone, in one write, and raises the revision.
   *
   * @returns the row now, undefined without such a conversation
   * @throws PreconditionFailedError where it is at none of the revisions
   */
  update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
    revisions?: Revisions,
  ): Promise<Conversation | undefined>;
}

/** When the conversation at a position of the list was created. */
export function createdAtOf(position: string): Date {
  return new Date(position.slice(0, position.indexOf('#')));
}

/** The attributes that a change sets. `title_by` protects a user's title from the agent's, `title_asked` a new one. */
export function attributesOf(conversationId: string, { title, ...others }: ConversationChange, at: string) {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(title === undefined ? {} : titleOf(conversationId, title)),
    updated_at: at,
  };
}

function titleOf(conversationId: string, title: string | null) {
  return title === null
    ? { title: defaultTitle(conversationId), title_by: null, title_asked: true }
    : { title, title_by: 'user' as const, title_asked: null };
}

/** A conversation with this id exists already: another request created it between our read and our write. */
export class ConversationExistsError extends Error {
  override readonly name = 'ConversationExistsError';
}
