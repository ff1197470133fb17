import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { addDays, isDay } from '../../../../shared/presentation/time.ts';
import { given } from '../../api/search-params.ts';
import type { AuditEntry } from '../../api/shapes.ts';
import { shortId } from '../../format/short-id.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { ResourceLink } from '../../ui/resource-link.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { Time } from '../../ui/time.tsx';
import { EntryDialog, Outcome } from './entry-dialog.tsx';

const route = getRouteApi('/audit');

/** Every change of an owner, newest first. */
export function AuditPage() {
  const api = useApi();
  const navigate = route.useNavigate();
  const { page, entry, ...filters } = route.useSearch();
  const entries = useQuery({
    queryKey: ['audit', filters, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/audit', { params: { query: given({ ...auditQuery(filters), page_id: page }) }, signal }),
      ),
  });
  const close = () =>
    navigate({ search: ({ entry: _, ...search }) => search, state: true, replace: true, resetScroll: false });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader title="Audit log">Every change, with its key, source and outcome. Kept for one year.</PageHeader>
      <Card isFlush>
        <Filters isFiltered={isFiltered} label="Filter entries" onFilter={(search) => navigate({ search })}>
          <TextField defaultValue={filters.from} label="From (UTC day)" name="from" type="date" />
          <TextField defaultValue={filters.to} label="To (UTC day)" name="to" type="date" />
          <ActionFilter
            action={filters.action}
            actions={entries.data?.items.map(({ action }) => action) ?? []}
            key={filters.action}
          />
          <TextField defaultValue={filters.key_id} label="Key ID" name="key_id" />
          <TextField defaultValue={filters.resource} label="Resource ID" name="resource" />
        </Filters>
        <QueryStates query={entries}>
          {({ items, next_page_id: next }) => (
            <>
              {items.length > 0 ? (
                <DataTable columns={auditColumns} label="Audit entries" rowId={({ id }) => id} rows={items} />
              ) : (
                <EmptyState icon={ScrollText} title={isFiltered ? 'No matching entries' : 'No entries yet'}>
                  {isFiltered
                    ? 'Filters match exactly. Clear a filter, or check the next page if there is one.'
                    : 'Changes made with any key of this owner appear here.'}
                </EmptyState>
              )}
              <Pager next={next} page={page} />
              {/* An entry that has moved to a later page is not shown. */}
              {items
                .filter(({ id }) => id === entry)
                .map((one) => (
                  <EntryDialog entry={one} key={one.id} onClose={close} />
                ))}
            </>
          )}
        </QueryStates>
      </Card>
    </>
  );
}

/** The filters as the service expects them: its `to` is exclusive, while the page includes that day. */
export function auditQuery<Filters extends { readonly to?: string }>(filters: Filters): Filters {
  // An invalid date goes to the service, which reports the error.
  return filters.to !== undefined && isDay(filters.to) ? { ...filters, to: addDays(filters.to, 1) } : filters;
}

interface ActionFilterProps {
  /** The action in the URL. */
  readonly action: string | undefined;
  /** The actions of the entries on the page. */
  readonly actions: readonly string[];
}

/** The filter by action, which suggests those on the page. Pass the filtered action as its key. */
function ActionFilter({ action = '', actions }: ActionFilterProps) {
  const [value, setValue] = useState(action);
  const suggestions = [...new Set(actions)].filter((one) => one.includes(value.trim())).sort();
  return (
    <SuggestField
      label="Action"
      name="action"
      onChange={setValue}
      placeholder="pause-sandbox"
      suggestions={suggestions.map((one) => ({ value: one }))}
      value={value}
    />
  );
}

const auditColumns: readonly Column<AuditEntry>[] = [
  { id: 'when', header: 'Time', cell: ({ occurred_at }) => <Time as="clock" value={occurred_at} /> },
  { id: 'action', header: 'Action', cell: (entry) => <Action {...entry} /> },
  { id: 'outcome', header: 'Outcome', cell: (entry) => <Outcome {...entry} /> },
  {
    id: 'actor',
    header: 'Actor',
    cell: ({ actor }) => actor.name ?? actor.key_id ?? 'Operator',
    className: 'hidden sm:table-cell',
  },
  {
    id: 'resource',
    header: 'Resource',
    cell: ({ resource }) => <Resource ids={resource} />,
    className: 'hidden min-w-56 md:table-cell',
  },
  {
    id: 'from',
    header: 'Source IP',
    cell: ({ request }) => request?.source_ip ?? 'Command line',
    className: 'hidden xl:table-cell',
  },
  {
    id: 'request',
    header: 'Request',
    cell: ({ request }) => request && <CopyButton label="Copy request ID" text={request.id} />,
    className: 'hidden lg:table-cell',
  },
];

/** Opens the entry and puts it into the URL. */
function Action({ id, action }: AuditEntry) {
  return (
    <Link
      aria-label={`${action}: show entry`}
      className="whitespace-nowrap font-mono text-accent text-xs underline-offset-2 hover:underline"
      resetScroll={false}
      search={(search: object) => ({ ...search, entry: id })}
      // Keeps the previous pages, which are in the history state.
      state={true}
      to="."
    >
      {action}
    </Link>
  );
}

function Resource({ ids }: { readonly ids: AuditEntry['resource'] }) {
  return (
    <dl className="grid gap-2 text-xs">
      {Object.entries(ids).map(([name, id]) => (
        <div className="flex gap-1.5" key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="whitespace-nowrap font-mono" title={id}>
            <ResourceLink className="text-accent underline-offset-2 hover:underline" id={id} name={name}>
              {shortId(id)}
            </ResourceLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
