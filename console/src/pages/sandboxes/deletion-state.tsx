import type { SandboxDeletion } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

/** How far a deletion is. */
export function DeletionState({ completed_at: completed }: Pick<SandboxDeletion, 'completed_at'>) {
  return completed === null ? (
    <Badge isMoving tone="info">
      Deleting
    </Badge>
  ) : (
    <Badge tone="good">Deleted</Badge>
  );
}
