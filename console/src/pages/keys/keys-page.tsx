import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus, SearchX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { searchable } from '../../../../shared/presentation/searchable.ts';
import type { ApiKey, RotatedKey } from '../../api/shapes.ts';
import { useApi, useCan, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { onFields, textIn } from '../../ui/forms.ts';
import { DialogActions } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorNotice, QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { keyColumns } from './key-columns.tsx';
import { NewKey, RevokeKey, RotateKey } from './key-dialogs.tsx';
import { NewKeyOnce, RotatedKeyOnce } from './made-key.tsx';

const route = getRouteApi('/keys');

type Shown =
  | { readonly what: 'create' | 'approve' }
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
            {can('POST /oauth/device/verify-authenticated') && (
              <Button onClick={() => setShown({ what: 'approve' })}>Approve device</Button>
            )}
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
      {shown?.what === 'approve' && <ApproveDevice onClose={close} />}
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

type Decision = 'approve' | 'deny';

/** Approves the sign-in of a program that shows a code (RFC 8628). */
function ApproveDevice({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { user_id: owner, scopes } = useSession().key;
  const ref = useRef<HTMLFormElement>(null);
  const decide = useMutation({
    mutationFn: (body: { readonly user_code: string; readonly decision: Decision }) =>
      answerOf(
        api.POST('/oauth/device/verify-authenticated', {
          body,
          bodySerializer: (fields) => new URLSearchParams({ ...fields }),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        }),
      ),
    onSuccess: () => ref.current?.reset(),
  });
  const send = (decision: Decision): void => {
    if (!ref.current?.reportValidity()) return;
    decide.mutate({ user_code: textIn(new FormData(ref.current), 'user_code'), decision });
  };
  return (
    <Dialog onClose={onClose} title="Approve device">
      <form className="grid gap-4" onSubmit={onFields(() => send('approve'))} ref={ref}>
        <p className="text-ink-soft text-sm">
          Programs without a key, such as <code className="font-mono">acs login --device</code>, show a code. Enter only
          a code that a program you started shows, never one from a message. The program gets a key of{' '}
          <b className="text-ink">{owner}</b> with your permissions ({scopes.join(', ')}).
        </p>
        <TextField autoComplete="off" label="Code" name="user_code" placeholder="ABCD-EFGH" required />
        {decide.error && <ErrorNotice error={decide.error} />}
        {decide.data && (
          <Notice title={decide.data.message} tone="good">
            {decide.data.device.program ?? 'Unnamed program'} from{' '}
            {decide.data.device.address ?? 'an unknown IP address'}, requested{' '}
            <Time value={decide.data.device.asked_at} />.
            {decide.data.scopes.length > 0 && ' If that was not you, revoke its key “device login”.'}
          </Notice>
        )}
        <DialogActions>
          <Button onClick={() => send('deny')}>Deny</Button>
          <Button busy={decide.isPending} type="submit" variant="primary">
            Approve
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
