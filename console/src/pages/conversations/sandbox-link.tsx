import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../api/shapes.ts';

/** Leads to the sandbox of a conversation, as long as there is one. */
export function SandboxLink({ sandbox_id: id, sandbox_status }: Pick<Conversation, 'sandbox_id' | 'sandbox_status'>) {
  if (sandbox_status === 'MISSING') return <span className="text-ink-soft">Gone</span>;
  return (
    <Link
      className="font-mono text-accent text-xs hover:underline"
      params={{ sandboxId: id }}
      title={id}
      to="/sandboxes/$sandboxId"
    >
      …{id.slice(-6)}
    </Link>
  );
}
