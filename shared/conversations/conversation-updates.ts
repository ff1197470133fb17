import { type Conversation, defaultTitle } from './conversation.ts';

/** What a user changes of a conversation: what is undefined stays as it is. */
export interface ConversationChange {
  /** Null gives the choice of a title back to the agent. */
  readonly title?: string | null | undefined;
  readonly public?: boolean | null | undefined;
  readonly selected_repository?: string | null | undefined;
  readonly selected_branch?: string | null | undefined;
  readonly git_provider?: Conversation['git_provider'] | undefined;
}

export interface ConversationUpdates {
  /**
   * Changes what is named, in one write that touches nothing else: others may write other parts of the row at the same time.
   *
   * @returns the row as it is now, or undefined when there is no such conversation.
   */
  update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
  ): Promise<Conversation | undefined>;
}

/** The attributes that a change sets. `title_by` says whose title it is: the user's is never replaced by one that the agent finds. */
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
    ? { title: defaultTitle(conversationId), title_by: null }
    : { title, title_by: 'user' as const };
}
