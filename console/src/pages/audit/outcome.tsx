import type { AuditEntry } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

const tones = { success: 'good', refused: 'warn', failed: 'bad' } as const;

/** How it ended, and why where it was refused. */
export function Outcome({ outcome, request }: AuditEntry) {
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tones[outcome]}>{outcome}</Badge>
      {request?.code && <code className="font-mono text-ink-soft text-xs">{request.code}</code>}
    </span>
  );
}
