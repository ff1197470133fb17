import { SHOWN_CONVERSATIONS, useConversationsIn } from '../../data/sandbox-conversations.ts';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { ConversationLink } from '../conversations/conversation-link.tsx';
import { StatusBadge } from '../conversations/status-badge.tsx';

/** The conversations in one sandbox. */
export function ConversationsIn({ sandboxId }: { readonly sandboxId: string }) {
  const conversations = useConversationsIn(sandboxId);
  return (
    <QueryStates query={conversations}>
      {({ items, next_page_id: next }) =>
        items.length === 0 ? (
          <p className="text-ink-soft text-sm">
            None yet. To start one here, pass this sandbox ID when you create a conversation.
          </p>
        ) : (
          <>
            <ul className="grid gap-2 text-sm">
              {items.map((one) => (
                <li className="grid min-w-0 justify-items-start gap-1" key={one.id}>
                  <ConversationLink
                    className="max-w-full truncate font-medium text-accent underline-offset-2 hover:underline"
                    conversation={one}
                  />
                  <span className="flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
                    <StatusBadge conversation={one} />
                    <span>
                      created <Time value={one.created_at} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            {next !== null && (
              <p className="pt-2 text-ink-soft text-xs">Only the newest {SHOWN_CONVERSATIONS} are shown.</p>
            )}
          </>
        )
      }
    </QueryStates>
  );
}
