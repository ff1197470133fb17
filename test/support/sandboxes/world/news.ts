import type { Task } from '../../../../shared/domain/sandboxes/record/task.ts';

/** News that somebody may be told of, or not, or twice, and in any order. */
export type News =
  | { readonly kind: 'sandbox' | 'start-task'; readonly ownerId: string; readonly id: string }
  | { readonly kind: 'snapshot'; readonly id: string }
  | { readonly kind: 'task'; readonly startedBy: string; readonly task: Task };
