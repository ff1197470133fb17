import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shortId } from '../format/short-id.ts';

interface Props {
  /** The name of the ID, such as `sandbox_id`. */
  readonly name: string;
  readonly id: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Links to the page of a resource, if it has one. */
export function ResourceLink({ name, id, className, children }: Props) {
  switch (name) {
    case 'conversation_id':
      return (
        <Link className={className} params={{ conversationId: id }} to="/conversations/$conversationId">
          {children}
        </Link>
      );
    case 'sandbox_id':
      return (
        <Link className={className} params={{ sandboxId: id }} to="/sandboxes/$sandboxId">
          {children}
        </Link>
      );
    case 'endpoint_id':
      return (
        <Link className={className} params={{ endpointId: id }} to="/webhooks/$endpointId">
          {children}
        </Link>
      );
    default:
      return children;
  }
}

interface SandboxLinkProps {
  readonly id: string;
  readonly spec?: string;
}

/** The short ID of a sandbox as a link to its page, with its spec below. */
export function SandboxLink({ id, spec }: SandboxLinkProps) {
  return (
    <span className="grid">
      <Link
        className="whitespace-nowrap font-mono text-accent text-xs underline-offset-2 hover:underline"
        params={{ sandboxId: id }}
        title={id}
        to="/sandboxes/$sandboxId"
      >
        {shortId(id)}
      </Link>
      {spec !== undefined && <span className="text-ink-soft text-xs">{spec}</span>}
    </span>
  );
}
