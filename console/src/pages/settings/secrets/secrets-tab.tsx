import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus, Vault } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { given } from '../../../api/search-params.ts';
import type { Secret } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { secretColumns } from './secret-columns.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const route = getRouteApi('/settings');

/** What is asked for in a dialog, and of which secret. */
type Asked = { readonly what: 'add' } | { readonly what: 'change' | 'delete'; readonly secret: Secret };

/** Names and descriptions of what agents find in their environment. Values go in, and never come out. */
export function SecretsTab() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const { page } = route.useSearch();
  const [asked, setAsked] = useState<Asked>();
  const mayChange = can('POST /api/v1/secrets');
  const secrets = useQuery({
    queryKey: ['secrets', page],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/secrets/search', { params: { query: given({ page_id: page }) }, signal })),
  });
  const columns = useMemo(
    () =>
      secretColumns(
        mayChange
          ? {
              onChange: (secret) => setAsked({ what: 'change', secret }),
              onDelete: (secret) => setAsked({ what: 'delete', secret }),
            }
          : undefined,
      ),
    [mayChange],
  );
  const close = (): void => setAsked(undefined);
  const remove = async (name: string): Promise<void> => {
    await answerOf(api.DELETE('/api/v1/secrets/{secret_id}', { params: { path: { secret_id: name } } }));
    await queries.invalidateQueries({ queryKey: ['secrets'] });
  };
  const add = mayChange && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAsked({ what: 'add' })}>
      Add secret
    </Button>
  );
  return (
    <Card actions={add} isFlush title="Secrets">
      <QueryStates query={secrets}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable columns={columns} label="Secrets" rowId={({ name }) => name} rows={items} />
            ) : (
              <EmptyState icon={<Vault aria-hidden />} title="No secrets yet">
                Store a value such as an API token. Agents get it as an environment variable of their commands.
              </EmptyState>
            )}
            <Pager next={next} page={page} />
          </>
        )}
      </QueryStates>
      {asked?.what === 'add' && <SecretDialog onClose={close} />}
      {asked?.what === 'change' && <SecretDialog onClose={close} secret={asked.secret} />}
      {asked?.what === 'delete' && (
        <DeleteDialog onClose={close} remove={() => remove(asked.secret.name)} what={`Secret ${asked.secret.name}`}>
          <p>Agents no longer get it, and its value cannot be recovered.</p>
        </DeleteDialog>
      )}
    </Card>
  );
}
