import type { AuditEntry } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';

const looks = {
  success: { tone: 'good', word: 'Success' },
  refused: { tone: 'warn', word: 'Denied' },
  failed: { tone: 'bad', word: 'Failed' },
} as const;

/** How it ended, and why where it was refused. */
export function Outcome({ outcome, request }: AuditEntry) {
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={looks[outcome].tone}>{looks[outcome].word}</Badge>
      {request?.code && <code className="font-mono text-ink-soft text-xs">{request.code}</code>}
    </span>
  );
}
