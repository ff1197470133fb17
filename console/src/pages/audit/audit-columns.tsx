import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/shapes.ts';
import { shortId } from '../../format/short-id.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { Outcome } from './outcome.tsx';
import { ResourceLink } from './resource-link.tsx';

export const auditColumns: readonly Column<AuditEntry>[] = [
  { id: 'when', header: 'Time', cell: ({ occurred_at }) => <Time as="clock" value={occurred_at} /> },
  { id: 'action', header: 'Action', cell: (entry) => <Action {...entry} /> },
  { id: 'outcome', header: 'Outcome', cell: (entry) => <Outcome {...entry} /> },
  { id: 'actor', header: 'Actor', cell: ({ actor }) => actor.name ?? actor.key_id ?? 'Operator' },
  {
    id: 'resource',
    header: 'Resource',
    cell: ({ resource }) => <Resource ids={resource} />,
    className: 'min-w-56',
  },
  {
    id: 'from',
    header: 'Source IP',
    cell: ({ request }) => request?.source_ip ?? 'Command line',
    className: 'hidden lg:table-cell',
  },
  {
    id: 'request',
    header: 'Request',
    cell: ({ request }) => request && <CopyButton label="Copy request ID" text={request.id} />,
    className: 'hidden sm:table-cell',
  },
];

/** Opens the entry, which then stands in the address. */
function Action({ id, action }: AuditEntry) {
  return (
    <Link
      aria-label={`${action}: show entry`}
      className="whitespace-nowrap font-mono text-accent text-xs underline-offset-2 hover:underline"
      resetScroll={false}
      search={(search: object) => ({ ...search, entry: id })}
      // The pages before this one stand there.
      state={true}
      to="."
    >
      {action}
    </Link>
  );
}

function Resource({ ids }: { readonly ids: AuditEntry['resource'] }) {
  return (
    <dl className="grid gap-0.5 text-xs">
      {Object.entries(ids).map(([name, id]) => (
        <div className="flex gap-1.5" key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="whitespace-nowrap font-mono" title={id}>
            <ResourceLink id={id} name={name}>
              {shortId(id)}
            </ResourceLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
