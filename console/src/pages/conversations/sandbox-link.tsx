import { Link } from '@tanstack/react-router';
import type { Conversation } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';

/** Leads to the sandbox of a conversation, as long as there is one. */
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
