import { AppError, type Revisions } from '../../../platform/errors.ts';
import type { Matching, Page } from '../../../platform/paging.ts';
import { type Conversation, defaultTitle } from './conversation.ts';
import { newShare, sharedFields } from './share-link.ts';

/** A filter for conversations. Start times are inclusive, end times exclusive. */
export interface ConversationFilter {
  readonly titleContains?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedBefore?: string | undefined;
  readonly sandboxId?: string | undefined;
  readonly repository?: string | undefined;
  readonly model?: string | undefined;
  readonly trigger?: string | undefined;
  /** The person who made it, or the owner. */
  readonly createdBy?: string | undefined;
  /** Leaves out what is private to others; undefined shows everything. */
  readonly visibleTo?: string | undefined;
  /** Whether to include conversations that another conversation started. */
  readonly includeSubConversations: boolean;
}

/** A user's change of a conversation. Undefined fields stay unchanged. */
export interface ConversationChange {
  /** Null asks the agent for a new one. */
  readonly title?: string | null | undefined;
  readonly public?: boolean | null | undefined;
  /** The person it is private to; null for all members of its owner. */
  readonly private_to?: string | null | undefined;
  readonly selected_repository?: string | null | undefined;
  readonly selected_branch?: string | null | undefined;
  readonly git_provider?: Conversation['git_provider'] | undefined;
  /** In US dollars; null for that of the settings. */
  readonly max_budget_per_task?: number | null | undefined;
  readonly llm_model?: string | undefined;
  readonly llm_profile?: string | undefined;
  readonly llm_profile_pending?: boolean | undefined;
  readonly llm_refused?: boolean | undefined;
  readonly llm_outdated?: boolean | undefined;
  readonly llm_sent_at?: string | undefined;
  readonly model_key_hash?: string | null | undefined;
}

export interface ConversationStore {
  find(ownerId: string, conversationId: string): Promise<Conversation | undefined>;
  /** In no particular order, without unknown ids. */
  findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]>;
  /** Newest first. @param matching a further filter */
  list(
    ownerId: string,
    filter: ConversationFilter,
    limit: number,
    after: string | null,
    matching?: Matching<Conversation>,
  ): Promise<Page<Conversation>>;
  count(ownerId: string, filter: ConversationFilter): Promise<number>;
  /**
   * Changes only these fields, in one write, and raises the revision.
   *
   * @returns the changed row; undefined if there is no such conversation
   * @throws PreconditionFailedError when its revision is not among `revisions`; PrivateConversationError
   */
  update(
    ownerId: string,
    conversationId: string,
    change: Omit<ConversationChange, 'private_to'>,
    at: string,
    revisions?: Revisions,
  ): Promise<Conversation | undefined>;
}

/** Number of conversations of one sandbox that a worker looks at. */
const MAX_IN_SANDBOX = 500;

/** The conversations of a sandbox, newest first, page by page. */
export async function* conversationsIn(
  ownerId: string,
  sandboxId: string,
  conversations: Pick<ConversationStore, 'list'>,
): AsyncGenerator<readonly Conversation[]> {
  const filter = { sandboxId, includeSubConversations: true };
  let after: string | null = null;
  let seen = 0;
  do {
    const page: Page<Conversation> = await conversations.list(ownerId, filter, 100, after);
    yield page.items;
    seen += page.items.length;
    after = page.next;
  } while (after !== null && seen < MAX_IN_SANDBOX);
}

/** When the conversation at a position of the list was created. */
export function createdAtOf(position: string): Date {
  return new Date(position.slice(0, position.indexOf('#')));
}

/** What a change writes. `title_by` and `title_asked` protect a title from the agent's reports. */
export interface WrittenChange {
  readonly set: Readonly<Record<string, unknown>>;
  /** Set if the row lacks them: a public conversation keeps its link. */
  readonly setOnce: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
  /** Whether the change needs a conversation that its members see. */
  readonly needsMembers: boolean;
}

/** A private conversation has no link. A link that was revoked never opens it again. */
export function writtenChange(
  conversationId: string,
  { title, private_to: privateTo, public: isPublic, ...others }: ConversationChange,
  at: string,
): WrittenChange {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const isHidden = typeof privateTo === 'string';
  const begins = isPublic === true && !isHidden;
  const ends = isHidden || (isPublic !== undefined && !begins);
  return {
    set: {
      ...Object.fromEntries(given),
      ...(title === undefined ? {} : titleOf(conversationId, title)),
      ...(isHidden ? { private_to: privateTo, public: false } : isPublic === undefined ? {} : { public: isPublic }),
      updated_at: at,
    },
    setOnce: begins ? newShare(conversationId, at) : {},
    remove: [...(ends ? sharedFields : []), ...(privateTo === null ? ['private_to'] : [])],
    needsMembers: begins && privateTo === undefined,
  };
}

function titleOf(conversationId: string, title: string | null) {
  return title === null
    ? { title: defaultTitle(conversationId), title_by: null, title_asked: true }
    : { title, title_by: 'user' as const, title_asked: null };
}

/** Only a conversation that the members of its owner see can get a public link. */
export class PrivateConversationError extends AppError {
  constructor() {
    const way = 'Also send `visibility` with the value `members`, which lets all members see the conversation.';
    super('conflict', `A private conversation cannot have a public link. ${way}`);
    this.name = 'PrivateConversationError';
  }
}

/** Another request has created a conversation with this id since the read. */
export class ConversationExistsError extends Error {
  override readonly name = 'ConversationExistsError';
}
