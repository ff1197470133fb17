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
      <PageHeader title="Audit">Every change, with its key, its address and its outcome. Kept for a year.</PageHeader>
      <Card isFlush>
        <Filters isFiltered={isFiltered} label="Filter the entries" onFilter={(search) => navigate({ search })}>
          <TextField defaultValue={filters.from} label="From (UTC day)" name="from" type="date" />
          <TextField defaultValue={filters.to} label="To (UTC day, included)" name="to" type="date" />
          <TextField defaultValue={filters.action} label="Action" name="action" placeholder="create-key" />
          <TextField defaultValue={filters.key_id} label="Key id" name="key_id" />
          <TextField defaultValue={filters.resource} label="Id of what was touched" name="resource" />
        </Filters>
        <QueryStates query={entries}>
          {({ items, next_page_id: next }) => (
            <>
              {items.length > 0 ? (
                <DataTable columns={auditColumns} label="Audit entries" rowId={({ id }) => id} rows={items} />
              ) : (
                <EmptyState icon={<ScrollText aria-hidden />} title={isFiltered ? 'Nothing fits' : 'Nothing yet'}>
                  {isFiltered
                    ? 'Filters must match exactly. Clear one, or look at a later page where there is one.'
                    : 'The first change by any key of this owner appears here.'}
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
