import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { given } from '../../api/search-params.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { NewKeyOnce } from '../keys/made-key.tsx';
import { NewOwner } from './new-owner.tsx';
import { ownerColumns } from './owner-columns.tsx';

const route = getRouteApi('/owners');

/** How many owners a page has. */
const PAGE = 50;

/** Whose conversations, sandboxes and keys the service has. */
export function OwnersPage() {
  const api = useApi();
  const navigate = route.useNavigate();
  const { page } = route.useSearch();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ readonly id: string; readonly key: string }>();
  const owners = useQuery({
    queryKey: ['owners', page],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/owners', { params: { query: { limit: PAGE, ...given({ page_id: page }) } }, signal })),
  });
  const show = (ownerId: string) => navigate({ to: '/owners/$ownerId', params: { ownerId } });
  const create = (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAsked(true)} variant="primary">
      Create owner
    </Button>
  );
  return (
    <>
      <PageHeader actions={create} title="Owners">
        Tenants of this service: each owner has its own conversations, sandboxes, keys, settings and limits.
      </PageHeader>
      <Card isFlush>
        <Filters action="Find" isFiltered={false} label="Find an owner" onFilter={({ owner }) => owner && show(owner)}>
          <TextField autoComplete="off" label="Exact name" name="owner" placeholder="acme" spellCheck={false} />
        </Filters>
        <QueryStates query={owners}>
          {({ items, next_page_id: next }) => (
            <>
              {items.length > 0 ? (
                <DataTable columns={ownerColumns} label="Owners" rowId={({ id }) => id} rows={items} />
              ) : (
                <EmptyState icon={<Users aria-hidden />} title="No owners on this page">
                  Create one, or go back to the previous page.
                </EmptyState>
              )}
              <Pager next={next} page={page} />
            </>
          )}
        </QueryStates>
      </Card>
      {isAsked && (
        <NewOwner
          onClose={() => setAsked(false)}
          onMade={({ id, key }) => {
            setAsked(false);
            if (key === null) void show(id);
            else setMade({ id, key: key.key });
          }}
        />
      )}
      {made && (
        <NewKeyOnce
          apiKey={made.key}
          onClose={() => void show(made.id)}
          title={`Owner ${made.id} created, with a key`}
        />
      )}
    </>
  );
}
