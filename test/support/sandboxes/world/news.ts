import type { Task } from '../../../../shared/domain/sandboxes/record/task.ts';

/** Events that may be delivered, lost or repeated, in any order. */
export type News =
  | { readonly kind: 'sandbox' | 'start-task'; readonly ownerId: string; readonly id: string }
  | { readonly kind: 'snapshot'; readonly id: string }
  | { readonly kind: 'task'; readonly startedBy: string; readonly task: Task };
