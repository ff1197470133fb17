import { statusOf } from '../../../../shared/presentation/conversations.ts';
import type { Conversation } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

/** What a conversation does now. */
export function StatusBadge({ conversation }: { readonly conversation: Conversation }) {
  const { label, tone, isMoving = false } = statusOf(conversation);
  return (
    <Badge isMoving={isMoving} tone={tone}>
      {label}
    </Badge>
  );
}
