import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { statusOf } from '../../../../shared/presentation/conversations.ts';
import type { Conversation } from '../../api/shapes.ts';
import { shortId } from '../../format/short-id.ts';
import { useCan } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { SandboxLink } from '../../ui/resource-link.tsx';

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

/** The sandbox of a conversation, as a link if the key can read it. */
export function SandboxOf({ sandbox_id: id, sandbox_status }: Pick<Conversation, 'sandbox_id' | 'sandbox_status'>) {
  const can = useCan();
  if (sandbox_status === 'MISSING') return <span className="text-ink-soft">None</span>;
  if (can('GET /api/v1/sandboxes/{sandbox_id}')) return <SandboxLink id={id} />;
  return <code className="font-mono text-xs">{shortId(id)}</code>;
}

export function StatusBadge({ conversation }: { readonly conversation: Conversation }) {
  const { label, tone, isMoving = false } = statusOf(conversation);
  return (
    <Badge isMoving={isMoving} tone={tone}>
      {label}
    </Badge>
  );
}
