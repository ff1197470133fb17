import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { statusOf } from '../../../../shared/presentation/conversations.ts';
import type { Conversation } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';

/** The title, or a name made of the ID. */
export function titleOf({ title, id }: Pick<Conversation, 'title' | 'id'>): string {
  return title?.trim() || `Conversation ${id.slice(-6)}`;
}

interface Props {
  readonly conversation: Pick<Conversation, 'id' | 'title'>;
  readonly className: string;
  /** The tooltip. */
  readonly hint?: string | undefined;
  /** Follows the title within the link. */
  readonly children?: ReactNode;
}

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

/** Links to the sandbox of a conversation while it exists. */
export function SandboxLink({ sandbox_id: id, sandbox_status }: Pick<Conversation, 'sandbox_id' | 'sandbox_status'>) {
  const can = useCan();
  if (sandbox_status === 'MISSING') return <span className="text-ink-soft">None</span>;
  const text = `…${id.slice(-6)}`;
  if (!can('GET /api/v1/sandboxes/{sandbox_id}')) return <code className="font-mono text-xs">{text}</code>;
  return (
    <Link
      className="font-mono text-accent text-xs hover:underline"
      params={{ sandboxId: id }}
      title={id}
      to="/sandboxes/$sandboxId"
    >
      {text}
    </Link>
  );
}

export function StatusBadge({ conversation }: { readonly conversation: Conversation }) {
  const { label, tone, isMoving = false } = statusOf(conversation);
  return (
    <Badge isMoving={isMoving} tone={tone}>
      {label}
    </Badge>
  );
}
