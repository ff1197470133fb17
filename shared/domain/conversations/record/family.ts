import type { Conversation } from './conversation.ts';

/** Bounds of sub-conversations. Each is listed in its parent's row, and a deletion goes through all of them. */
export const familyLimits = {
  /** Sub-conversations of one conversation. */
  children: 200,
  /** Conversations above one conversation. */
  depth: 16,
} as const;

type Parent = Pick<Conversation, 'depth' | 'parent_conversation_id' | 'sub_conversation_ids'>;

/** The depth of a sub-conversation. Older rows have no depth, so their families can be deeper than the limit. */
export function depthBelow({ depth, parent_conversation_id: above }: Parent): number {
  return (depth ?? (above === null ? 0 : 1)) + 1;
}

/** Why a conversation can have no further sub-conversation, for the user; undefined if it can. */
export function whyFull(parent: Parent): string | undefined {
  if (depthBelow(parent) > familyLimits.depth)
    return `The parent is nested ${familyLimits.depth} levels deep, which is the limit. Name another parent, or omit it.`;
  if (parent.sub_conversation_ids.length >= familyLimits.children)
    return `The parent has ${familyLimits.children} sub-conversations, which is the limit. Delete some, or name another.`;
  return undefined;
}
