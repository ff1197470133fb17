import { Link } from '@tanstack/react-router';
import { SquareDashed } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In the place of a sandbox that is not there, or not any more. */
export function SandboxAbsent({ sandboxId }: { readonly sandboxId: string }) {
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
      It was deleted, or <span className="break-all font-mono text-xs">{sandboxId}</span> belongs to another owner.
      Conversations of a deleted sandbox stay readable.
    </EmptyState>
  );
}
