import type { Page } from '../../../platform/paging.ts';
import type { Conversation } from '../record/conversation.ts';
import type { ConversationStore } from '../record/conversation-store.ts';

/** Conversations that one read returns. */
const AT_ONCE = 500;

export interface Newest {
  readonly conversations: readonly Conversation[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
}

/** The newest conversations of an owner, with sub-conversations. Reads no more rows than it returns. */
export async function readNewest(
  ownerId: string,
  { createdFrom, most }: { readonly createdFrom?: string | undefined; readonly most: number },
  store: Pick<ConversationStore, 'list'>,
): Promise<Newest> {
  const conversations: Conversation[] = [];
  let after: string | null = null;
  do {
    const filter = { createdFrom, includeSubConversations: true };
    const rest = Math.min(AT_ONCE, most - conversations.length);
    const page: Page<Conversation> = await store.list(ownerId, filter, rest, after);
    conversations.push(...page.items);
    after = page.next;
  } while (after !== null && conversations.length < most);
  return { conversations, isComplete: after === null };
}

/** The days of the time windows that queries name. */
export const windowDays = { '7d': 7, '30d': 30, '90d': 90 } as const;

const DAY_MS = 86_400_000;

/** The beginning of a window of days before now. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
