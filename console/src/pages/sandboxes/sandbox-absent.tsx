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
import { DeletedDisks } from './deleted-disks.tsx';
import { useDeletion } from './deletion-queries.ts';
import { DeletionState } from './deletion-state.tsx';

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
          Its files are lost; its conversations stay readable. This receipt tells what became of its disks.
        </p>
        <Facts
          facts={[
            ['State', <DeletionState completed_at={completed} key="state" />],
            ['Asked for', <Time as="clock" key="requested" value={requested} />],
            ...(completed === null
              ? []
              : ([['Confirmed', <Time as="clock" key="completed" value={completed} />]] as const)),
            ...(expires === null ? [] : ([['Receipt goes', <Time key="expires" value={expires} />]] as const)),
            ['What held its workspace', <DeletedDisks disks={receipt.disks} key="disks" />],
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
          To the sandboxes
        </Link>
      }
      icon={<SquareDashed aria-hidden />}
      title="There is no such sandbox"
    >
      Its id may be cut, it may belong to another owner, or it was deleted more than a week ago. Conversations of a
      deleted sandbox stay readable.
    </EmptyState>
  );
}
