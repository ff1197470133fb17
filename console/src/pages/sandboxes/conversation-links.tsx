import type { Conversation } from '../../api/shapes.ts';
import { ConversationLink } from '../conversations/conversation-link.tsx';
import { titleOf } from '../conversations/title.ts';

/** How many are named. */
const NAMED = 2;

interface Props {
  /** undefined while they are not known yet. */
  readonly conversations: readonly Conversation[] | undefined;
}

/** The conversations of a sandbox in the cell of a table. */
export function ConversationLinks({ conversations = [] }: Props) {
  if (conversations.length === 0) return <span className="text-ink-soft">–</span>;
  const rest = conversations.length - NAMED;
  return (
    <span className="grid min-w-36 max-w-72 gap-0.5">
      {conversations.slice(0, NAMED).map((one) => (
        <ConversationLink
          className="truncate underline-offset-2 hover:underline"
          conversation={one}
          hint={titleOf(one)}
          key={one.id}
        />
      ))}
      {rest > 0 && <span className="text-ink-soft text-xs">and {rest} more</span>}
    </span>
  );
}
