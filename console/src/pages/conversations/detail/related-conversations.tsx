import type { Conversation } from '../../../api/shapes.ts';
import { Card } from '../../../ui/card.tsx';
import { ConversationLink } from '../conversation-link.tsx';
import { useSeveral } from '../several.ts';
import { StatusBadge } from '../status-badge.tsx';

/** How many sub-conversations are shown. */
const MOST = 20;

/** The parent and the sub-conversations; nothing where there is neither. */
export function RelatedConversations({ conversation }: { readonly conversation: Conversation }) {
  const { parent_conversation_id: parent, sub_conversation_ids: subs } = conversation;
  const ids = [...(parent === null ? [] : [parent]), ...subs.slice(0, MOST)];
  const found = useSeveral(ids) ?? [];
  if (found.length === 0) return null;
  return (
    <Card title={parent === null ? 'Sub-conversations' : 'Parent and sub-conversations'}>
      <ul className="grid gap-2 text-sm">
        {found.map((one) => (
          <li className="flex items-start justify-between gap-3" key={one.id}>
            <ConversationLink className="min-w-0 break-words text-accent hover:underline" conversation={one}>
              {one.id === parent && <span className="text-ink-soft"> (parent)</span>}
            </ConversationLink>
            <StatusBadge conversation={one} />
          </li>
        ))}
      </ul>
      {subs.length > MOST && <p className="mt-2 text-ink-soft text-xs">and {subs.length - MOST} more</p>}
    </Card>
  );
}
