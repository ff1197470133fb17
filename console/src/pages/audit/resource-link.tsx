import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** Of the id, as the log has it: `sandbox_id`. */
  readonly name: string;
  readonly id: string;
  readonly children: ReactNode;
}

const look = 'text-accent underline-offset-2 hover:underline';

/** Leads to the page of what an entry is about, where it has one. */
export function ResourceLink({ name, id, children }: Props) {
  switch (name) {
    case 'conversation_id':
      return (
        <Link className={look} params={{ conversationId: id }} to="/conversations/$conversationId">
          {children}
        </Link>
      );
    case 'sandbox_id':
      return (
        <Link className={look} params={{ sandboxId: id }} to="/sandboxes/$sandboxId">
          {children}
        </Link>
      );
    case 'endpoint_id':
      return (
        <Link className={look} params={{ endpointId: id }} to="/webhooks/$endpointId">
          {children}
        </Link>
      );
    default:
      return children;
  }
}
