import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ApiKey, RotatedKey } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { ApproveDevice } from './approve-device.tsx';
import { keyColumns } from './key-columns.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyOnce, RotatedKeyOnce } from './made-key.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';

const route = getRouteApi('/keys');

/** What is shown in a dialog. */
type Shown =
  | { readonly what: 'create' | 'approve' }
  | { readonly what: 'created'; readonly apiKey: string }
  | { readonly what: 'rotate' | 'revoke'; readonly of: ApiKey }
  | { readonly what: 'rotated'; readonly successor: RotatedKey };

/** The keys of the owner: created, rotated and revoked here. */
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
    <Button
      icon={<Plus aria-hidden className="size-4" />}
      onClick={() => setShown({ what: 'create' })}
      variant="primary"
    >
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
              <EmptyState action={create} icon={<KeyRound aria-hidden />} title="No keys">
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
