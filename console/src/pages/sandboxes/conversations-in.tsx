import { Link } from '@tanstack/react-router';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { SHOWN_CONVERSATIONS, useConversationsIn } from './sandbox-conversations.ts';

/** The conversations in one sandbox. */
export function ConversationsIn({ sandboxId }: { readonly sandboxId: string }) {
  const conversations = useConversationsIn(sandboxId);
  return (
    <QueryStates query={conversations}>
      {({ items, next_page_id: next }) =>
        items.length === 0 ? (
          <p className="text-ink-soft text-sm">None. A conversation can be started in it by its id.</p>
        ) : (
          <>
            <ul className="grid gap-2 text-sm">
              {items.map(({ id, title, execution_status, created_at }) => (
                <li className="grid min-w-0" key={id}>
                  <Link
                    className="truncate font-medium text-accent underline-offset-2 hover:underline"
                    params={{ conversationId: id }}
                    to="/conversations/$conversationId"
                  >
                    {title ?? 'Without a title'}
                  </Link>
                  <span className="text-ink-soft text-xs">
                    {execution_status === null ? '' : `${execution_status.replaceAll('_', ' ')}, `}begun{' '}
                    <Time value={created_at} />
                  </span>
                </li>
              ))}
            </ul>
            {next !== null && (
              <p className="pt-2 text-ink-soft text-xs">The newest {SHOWN_CONVERSATIONS} are shown; there are more.</p>
            )}
          </>
        )
      }
    </QueryStates>
  );
}
