import { Link } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { Sandbox } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { CreateSnapshot } from './snapshot-dialogs.tsx';
import { useSnapshots } from './snapshot-queries.ts';
import { SnapshotTable } from './snapshot-table.tsx';

const SHOWN = 50;

/** The snapshots of a sandbox, and the creation of another one. */
export function SnapshotsPanel({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id, status } = sandbox;
  const canCreate = useCan()('POST /api/v1/sandboxes/{sandbox_id}/snapshots');
  const snapshots = useSnapshots({ filters: { sandbox_id__eq: id }, limit: SHOWN });
  const [isCreating, setCreating] = useState(false);
  const create = canCreate && (
    <Button icon={Camera} onClick={() => setCreating(true)}>
      Create snapshot
    </Button>
  );
  return (
    <Card actions={create} isFlush title="Snapshots">
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
      {isCreating && (
        <CreateSnapshot isRunning={status === 'RUNNING'} onClose={() => setCreating(false)} sandboxId={id} />
      )}
    </Card>
  );
}
