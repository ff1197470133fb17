import { Link } from '@tanstack/react-router';
import { SquareDashed } from 'lucide-react';
import type { SandboxDeletion } from '../../api/shapes.ts';
import { isAbsent } from '../../data/sandbox-queries.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { DeletedDisks, DeletionState, useDeletion } from './deletion.tsx';

/** In the place of a sandbox that is not there: the receipt of its deletion, or that there is none. */
export function SandboxAbsent({ sandboxId }: { readonly sandboxId: string }) {
  const deletion = useDeletion(sandboxId);
  if (isAbsent(deletion.error)) return <Unknown />;
  return <QueryStates query={deletion}>{(receipt) => <Receipt receipt={receipt} />}</QueryStates>;
}

function Receipt({ receipt }: { readonly receipt: SandboxDeletion }) {
  const { requested_at: requested, completed_at: completed, expires_at: expires } = receipt;
  return (
    <Card title="This sandbox was deleted">
      <div className="grid gap-4">
        <p className="text-ink-soft text-sm">
          Its files are gone; its conversations stay readable. This receipt lists what was deleted.
        </p>
        <Facts
          facts={[
            ['Status', <DeletionState completed_at={completed} key="state" />],
            ['Requested', <Time as="clock" key="requested" value={requested} />],
            ...(completed === null
              ? []
              : ([['Confirmed', <Time as="clock" key="completed" value={completed} />]] as const)),
            ...(expires === null ? [] : ([['Receipt expires', <Time key="expires" value={expires} />]] as const)),
            ['Disks and snapshots', <DeletedDisks disks={receipt.disks} key="disks" />],
          ]}
        />
      </div>
    </Card>
  );
}

function Unknown() {
  return (
    <EmptyState
      action={
        <Link className={buttonClasses('primary')} to="/sandboxes">
          Go to sandboxes
        </Link>
      }
      icon={<SquareDashed aria-hidden />}
      title="Sandbox not found"
    >
      Check the ID. The sandbox may belong to another owner, or was deleted more than a week ago. Conversations of a
      deleted sandbox stay readable.
    </EmptyState>
  );
}
