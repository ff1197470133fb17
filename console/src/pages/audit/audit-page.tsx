import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { given } from '../../api/search-params.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { ActionFilter } from './action-filter.tsx';
import { asked } from './asked.ts';
import { auditColumns } from './audit-columns.tsx';
import { EntryDialog } from './entry-dialog.tsx';

const route = getRouteApi('/audit');

/** Who changed what, newest first. */
export function AuditPage() {
  const api = useApi();
  const navigate = route.useNavigate();
  const { page, entry, ...filters } = route.useSearch();
  const entries = useQuery({
    queryKey: ['audit', filters, page],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/audit', { params: { query: given({ ...asked(filters), page_id: page }) }, signal })),
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
                <EmptyState
                  icon={<ScrollText aria-hidden />}
                  title={isFiltered ? 'No matching entries' : 'No entries yet'}
                >
                  {isFiltered
                    ? 'Filters match exactly. Clear a filter, or check the next page if there is one.'
                    : 'Changes made with any key of this owner appear here.'}
                </EmptyState>
              )}
              <Pager next={next} page={page} />
              {/* One that newer ones have moved to a later page is not shown. */}
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
