import { getRouteApi } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { given } from '../../../api/search-params.ts';
import { useSnapshots } from '../../../data/snapshots.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { type ActiveFilter, ActiveFilterBar, ChoiceChips, NoMatches } from '../../../ui/filter-chips.tsx';
import { Filters } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { SnapshotReceipts } from './snapshot-receipts.tsx';
import { SnapshotTable } from './snapshot-table.tsx';
import { activeFiltersOf, type SnapshotFilterParams, snapshotSearchOf, stateLooks } from './snapshot-words.ts';

const route = getRouteApi('/snapshots');

const tabs = [
  { value: 'present', label: 'Snapshots' },
  { value: 'receipts', label: 'Deletion receipts' },
];

export function SnapshotsPage() {
  const { page, tab, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Snapshots">Copies of the workspaces of sandboxes, newest first.</PageHeader>
      <Tabs
        label="Snapshot lists"
        onChange={(value) => void navigate({ search: value === 'receipts' ? { tab: value } : {} })}
        tabs={tabs}
        value={tab === 'receipts' ? tab : 'present'}
      >
        <TabPanel value="present">
          <SnapshotList filters={filters} page={page} />
        </TabPanel>
        <TabPanel value="receipts">
          <SnapshotReceipts page={page} />
        </TabPanel>
      </Tabs>
    </>
  );
}

const PAGE_SIZE = 25;

interface Props {
  readonly filters: SnapshotFilterParams;
  readonly page: string | undefined;
}

function SnapshotList({ filters, page }: Props) {
  const snapshots = useSnapshots({ filters: snapshotSearchOf(filters), page, limit: PAGE_SIZE });
  const active = activeFiltersOf(filters);
  return (
    <Card isFlush>
      {(active.length > 0 || page !== undefined || snapshots.data?.items.length !== 0) && (
        <SnapshotFilters active={active} search={filters} />
      )}
      <QueryStates query={snapshots}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <SnapshotTable snapshots={items} />
            ) : active.length > 0 ? (
              <NoMatches active={active} icon={Camera} noun="snapshots">
                {next !== null && <p>The search is not finished. See the next page.</p>}
              </NoMatches>
            ) : (
              <EmptyState
                action={page === undefined && <ButtonLink to="/sandboxes">Go to sandboxes</ButtonLink>}
                icon={Camera}
                title={page === undefined ? 'No snapshots yet' : 'This page is empty now'}
              >
                A snapshot is a copy of a sandbox's workspace that you keep. Create one on the page of a sandbox, on its
                tab Snapshots.
              </EmptyState>
            )}
            <Pager next={next} page={page} />
          </>
        )}
      </QueryStates>
    </Card>
  );
}

const states = Object.entries(stateLooks).map(([state, { word }]) => [state, word] as const);

interface FilterProps {
  readonly search: SnapshotFilterParams;
  readonly active: readonly ActiveFilter[];
}

function SnapshotFilters({ search: { sandbox, state }, active }: FilterProps) {
  const navigate = route.useNavigate();
  return (
    <>
      <ChoiceChips choices={states} label="State" name="state" value={state} />
      <Filters
        isFiltered={false}
        label="Filter snapshots"
        onFilter={(fields) => void navigate({ search: { ...fields, ...given({ state }) } })}
      >
        <TextField autoComplete="off" defaultValue={sandbox} label="Sandbox ID" maxLength={63} name="sandbox" />
      </Filters>
      <ActiveFilterBar active={active} />
    </>
  );
}
