import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { ApiKey } from '../../api/shapes.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { ApproveDevice } from './approve-device.tsx';
import { keyColumns } from './key-columns.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';

/** What is asked for in a dialog, and of which key. */
type Asked = { readonly what: 'create' } | { readonly what: 'rotate' | 'revoke'; readonly of: ApiKey };

/** The keys of the owner: made, replaced and revoked here. */
export function KeysPage() {
  const api = useApi();
  const can = useCan();
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<{ readonly title: string; readonly key: string }>();
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys', { signal })),
  });
  const columns = useMemo(
    () =>
      keyColumns({
        onRotate: can('POST /api/keys/{key_id}/rotate') ? (of) => setAsked({ what: 'rotate', of }) : undefined,
        onRevoke: can('DELETE /api/keys/{key_id}') ? (of) => setAsked({ what: 'revoke', of }) : undefined,
      }),
    [can],
  );
  const close = (): void => setAsked(undefined);
  const show = (title: string) => (key: string) => {
    close();
    setMade({ title, key });
  };
  const create = can('POST /api/keys') && (
    <Button
      icon={<Plus aria-hidden className="size-4" />}
      onClick={() => setAsked({ what: 'create' })}
      variant="primary"
    >
      Make a key
    </Button>
  );
  return (
    <>
      <PageHeader actions={create} title="Keys">
        Programs and people call the service with keys. Each has its own scopes, limits and end.
      </PageHeader>
      <Card isFlush>
        <QueryStates query={keys}>
          {(rows) =>
            rows.length > 0 ? (
              <DataTable columns={columns} label="API keys" rowId={({ id }) => id} rows={rows} />
            ) : (
              <EmptyState action={create} icon={<KeyRound aria-hidden />} title="No keys">
                Every key of this owner was revoked or has ended.
              </EmptyState>
            )
          }
        </QueryStates>
      </Card>
      {can('POST /oauth/device/verify-authenticated') && <ApproveDevice />}
      {asked?.what === 'create' && <NewKey onClose={close} onMade={show('The key is made')} />}
      {asked?.what === 'rotate' && <RotateKey apiKey={asked.of} onClose={close} onMade={show('The new key is made')} />}
      {asked?.what === 'revoke' && <RevokeKey apiKey={asked.of} onClose={close} />}
      {made && <SecretOnce label="API key" onClose={() => setMade(undefined)} secret={made.key} title={made.title} />}
    </>
  );
}
