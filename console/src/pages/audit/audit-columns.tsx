import type { AuditEntry } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';

const tones = { success: 'good', refused: 'warn', failed: 'bad' } as const;

export const auditColumns: readonly Column<AuditEntry>[] = [
  { id: 'when', header: 'When', cell: ({ occurred_at }) => <Time as="clock" value={occurred_at} /> },
  { id: 'action', header: 'Action', cell: ({ action }) => <code className="font-mono text-xs">{action}</code> },
  { id: 'outcome', header: 'Outcome', cell: (entry) => <Outcome {...entry} /> },
  { id: 'actor', header: 'By', cell: ({ actor }) => actor.name ?? actor.key_id ?? 'the operator' },
  { id: 'resource', header: 'What was touched', cell: ({ resource }) => <Resource ids={resource} /> },
  {
    id: 'from',
    header: 'From',
    cell: ({ request }) => request?.source_ip ?? 'the command line',
    className: 'hidden lg:table-cell',
  },
  {
    id: 'request',
    header: 'Request',
    cell: ({ request }) => request && <CopyButton label="Copy the request id" text={request.id} />,
    className: 'hidden sm:table-cell',
  },
];

function Outcome({ outcome, request }: AuditEntry) {
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tones[outcome]}>{outcome}</Badge>
      {request?.code && <code className="font-mono text-ink-soft text-xs">{request.code}</code>}
    </span>
  );
}

function Resource({ ids }: { readonly ids: AuditEntry['resource'] }) {
  return (
    <dl className="grid gap-0.5 text-xs">
      {Object.entries(ids).map(([name, id]) => (
        <div className="flex gap-1.5" key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="break-all font-mono">{id}</dd>
        </div>
      ))}
    </dl>
  );
}
