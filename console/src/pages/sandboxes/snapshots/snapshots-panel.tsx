import { Link } from '@tanstack/react-router';
import { Camera, History } from 'lucide-react';
import { useState } from 'react';
import type { Sandbox } from '../../../api/shapes.ts';
import { useSnapshots } from '../../../data/snapshots.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { canBeRestored, RestoreFromAnother } from './restore-sandbox.tsx';
import { CreateSnapshot } from './snapshot-dialogs.tsx';
import { SnapshotTable } from './snapshot-table.tsx';

const SHOWN = 50;

/** The snapshots of a sandbox, and the creation of another one. */
export function SnapshotsPanel({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id, status } = sandbox;
  const can = useCan();
  const snapshots = useSnapshots({ filters: { sandbox_id__eq: id }, limit: SHOWN });
  const [dialog, setDialog] = useState<'create' | 'restore'>();
  const close = (): void => setDialog(undefined);
  const actions = (
    <>
      {canBeRestored(sandbox) && can('POST /api/v1/sandboxes/{sandbox_id}/restore') && (
        <Button icon={History} onClick={() => setDialog('restore')}>
          Restore from another sandbox
        </Button>
      )}
      {can('POST /api/v1/sandboxes/{sandbox_id}/snapshots') && (
        <Button icon={Camera} onClick={() => setDialog('create')}>
          Create snapshot
        </Button>
      )}
    </>
  );
  return (
    <Card actions={actions} isFlush title="Snapshots">
      <QueryStates query={snapshots}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <SnapshotTable sandbox={sandbox} snapshots={items} />
            ) : (
              <EmptyState icon={Camera} title="No snapshots of this sandbox">
                A snapshot is a copy of the workspace that you keep. It stays when the sandbox is deleted.
              </EmptyState>
            )}
            {next !== null && (
              <p className="p-4 text-sm">
                <Link
                  className="text-accent underline-offset-2 hover:underline"
                  search={{ sandbox: id }}
                  to="/snapshots"
                >
                  All snapshots of this sandbox
                </Link>
              </p>
            )}
          </>
        )}
      </QueryStates>
      {dialog === 'create' && <CreateSnapshot isRunning={status === 'RUNNING'} onClose={close} sandboxId={id} />}
      {dialog === 'restore' && <RestoreFromAnother onClose={close} sandbox={sandbox} />}
    </Card>
  );
}
