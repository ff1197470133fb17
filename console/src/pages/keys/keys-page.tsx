import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { searchable } from '../../../../shared/presentation/searchable.ts';
import type { ApiKey, RotatedKey } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { keyColumns } from './key-columns.tsx';
import { NewKey, RevokeKey, RotateKey } from './key-dialogs.tsx';
import { NewKeyOnce, RotatedKeyOnce } from './made-key.tsx';

const route = getRouteApi('/keys');

type Shown =
  | { readonly what: 'create' }
  | { readonly what: 'created'; readonly apiKey: string }
  | { readonly what: 'rotate' | 'revoke'; readonly of: ApiKey }
  | { readonly what: 'rotated'; readonly successor: RotatedKey };

export function KeysPage() {
  const api = useApi();
  const can = useCan();
  const navigate = route.useNavigate();
  const { name } = route.useSearch();
  const [shown, setShown] = useState<Shown>();
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys', { signal })),
  });
  const columns = useMemo(
    () =>
      keyColumns({
        onRotate: can('POST /api/keys/{key_id}/rotate') ? (of) => setShown({ what: 'rotate', of }) : undefined,
        onRevoke: can('DELETE /api/keys/{key_id}') ? (of) => setShown({ what: 'revoke', of }) : undefined,
      }),
    [can],
  );
  const close = (): void => setShown(undefined);
  const create = can('POST /api/keys') && (
    <Button icon={Plus} onClick={() => setShown({ what: 'create' })} variant="primary">
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={
          <>
            {can('POST /oauth/device/verify-authenticated') && <ButtonLink to="/device">Approve sign-in</ButtonLink>}
            {create}
          </>
        }
        title="Keys"
      >
        API keys for programs and people. Each has its own scopes, limits and expiry.
      </PageHeader>
      <Card isFlush>
        <QueryStates query={keys}>
          {(rows) =>
            rows.length > 0 ? (
              <KeyList columns={columns} keys={rows} name={name} onFilter={(search) => navigate({ search })} />
            ) : (
              <EmptyState action={create} icon={KeyRound} title="No keys">
                Every key of this owner was revoked or has expired.
              </EmptyState>
            )
          }
        </QueryStates>
      </Card>
      {shown?.what === 'create' && (
        <NewKey onClose={close} onMade={(apiKey) => setShown({ what: 'created', apiKey })} />
      )}
      {shown?.what === 'created' && <NewKeyOnce apiKey={shown.apiKey} onClose={close} />}
      {shown?.what === 'rotate' && (
        <RotateKey
          apiKey={shown.of}
          onClose={close}
          onRotated={(successor) => setShown({ what: 'rotated', successor })}
        />
      )}
      {shown?.what === 'rotated' && <RotatedKeyOnce onClose={close} successor={shown.successor} />}
      {shown?.what === 'revoke' && <RevokeKey apiKey={shown.of} onClose={close} />}
    </>
  );
}

/** Longer lists can be searched. */
const MANY = 10;

interface Props {
  readonly keys: readonly ApiKey[];
  readonly columns: readonly Column<ApiKey>[];
  /** The search text; undefined shows all. */
  readonly name: string | undefined;
  readonly onFilter: (search: { readonly name?: string }) => void;
}

/** The keys of the owner whose name or ID contains the search text. */
function KeyList({ keys, columns, name, onFilter }: Props) {
  const text = searchable(name ?? '');
  const found = keys.filter((key) => searchable(`${key.name ?? ''}\n${key.id}`).includes(text));
  return (
    <>
      {(keys.length > MANY || name !== undefined) && (
        <Filters action="Search" isFiltered={name !== undefined} label="Search keys" onFilter={onFilter}>
          <TextField defaultValue={name} key={name} label="Name or ID" name="name" type="search" />
        </Filters>
      )}
      {found.length > 0 ? (
        <DataTable columns={columns} label="API keys" rowId={({ id }) => id} rows={found} />
      ) : (
        <EmptyState icon={SearchX} title="No matching keys">
          Clear the search, or search for something else.
        </EmptyState>
      )}
    </>
  );
}
