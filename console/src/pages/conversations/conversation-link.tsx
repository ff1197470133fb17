import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Conversation } from '../../api/shapes.ts';
import { titleOf } from './title.ts';

interface Props {
  readonly conversation: Pick<Conversation, 'id' | 'title'>;
  readonly className: string;
  /** What the browser shows beside the pointer. */
  readonly hint?: string | undefined;
  /** What follows the title within the link. */
  readonly children?: ReactNode;
}

/** The title of a conversation, which leads to its page. */
export function ConversationLink({ conversation, className, hint, children }: Props) {
  return (
    <Link
      className={className}
      params={{ conversationId: conversation.id }}
      title={hint}
      to="/conversations/$conversationId"
    >
      {titleOf(conversation)}
      {children}
    </Link>
  );
}
