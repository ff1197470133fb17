import { hasNeverStarted } from '../../../../shared/presentation/conversations.ts';
import type { Conversation, Sandbox } from '../../api/shapes.ts';

/** Whether a sandbox goes on running, and costing, after the start of its only conversations has failed. */
export function isLeftBehind({ status }: Pick<Sandbox, 'status'>, conversations: readonly Conversation[]): boolean {
  return status === 'RUNNING' && conversations.length > 0 && conversations.every(hasNeverStarted);
}
