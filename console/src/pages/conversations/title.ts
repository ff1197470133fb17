import type { Conversation } from '../../api/shapes.ts';

/** The title, or what stands for it until there is one. */
export function titleOf({ title, id }: Pick<Conversation, 'title' | 'id'>): string {
  return title?.trim() || `Conversation ${id.slice(-6)}`;
}
