import { useNavigate } from '@tanstack/react-router';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Sandbox } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteSandbox } from './delete-sandbox.tsx';
import { offeredAction } from './offered-actions.ts';
import { useSandboxAction } from './use-sandbox-action.ts';

/** What can be done with the sandbox of the page. */
export function SandboxButtons({ sandbox: { id, status } }: { readonly sandbox: Sandbox }) {
  const can = useCan();
  const navigate = useNavigate();
  const act = useSandboxAction(id);
  const [isDeleting, setDeleting] = useState(false);
  const offered = offeredAction[status];
  return (
    <>
      {offered === 'pause' && can('POST /api/v1/sandboxes/{sandbox_id}/pause') && (
        <Button
          busy={act.isPending}
          icon={<Pause aria-hidden className="size-4" />}
          onClick={() => act.mutate('pause')}
        >
          Pause
        </Button>
      )}
      {offered === 'resume' && can('POST /api/v1/sandboxes/{sandbox_id}/resume') && (
        <Button
          busy={act.isPending}
          icon={<Play aria-hidden className="size-4" />}
          onClick={() => act.mutate('resume')}
          variant="primary"
        >
          Resume
        </Button>
      )}
      {can('DELETE /api/v1/sandboxes/{sandbox_id}') && (
        <Button icon={<Trash2 aria-hidden className="size-4" />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {isDeleting && (
        <DeleteSandbox
          id={id}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/sandboxes' })}
        />
      )}
    </>
  );
}
