import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { ConversationLink } from '../conversations/conversation-link.tsx';
import { StatusBadge } from '../conversations/status-badge.tsx';

type Page = { readonly items: readonly Conversation[] };

/** The newest conversations, with what each does now. */
export function RecentConversations({ query }: { readonly query: UseQueryResult<Page> }) {
  return (
    <Card
      actions={
        <Link className="text-accent text-sm hover:underline" to="/conversations">
          All conversations
        </Link>
      }
      title="Recent conversations"
    >
      <QueryStates query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-soft text-sm">No conversations yet.</p>
          ) : (
            <ul className="-my-2 divide-y divide-line">
              {items.map((one) => (
                <li className="flex items-center gap-3 py-2.5 text-sm" key={one.id}>
                  <ConversationLink
                    className="min-w-0 flex-1 truncate font-medium underline-offset-2 hover:underline"
                    conversation={one}
                  />
                  <StatusBadge conversation={one} />
                  <span className="min-w-16 shrink-0 text-right text-ink-soft text-xs">
                    <Time value={one.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Card>
  );
}
