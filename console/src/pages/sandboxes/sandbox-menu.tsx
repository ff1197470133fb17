import { useNavigate } from '@tanstack/react-router';
import { Eye, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Sandbox } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { DeleteSandbox } from './delete-sandbox.tsx';
import { offeredAction } from './offered-actions.ts';
import { useSandboxAction } from './use-sandbox-action.ts';

/** What can be done with a sandbox of the list. */
export function SandboxMenu({ sandbox: { id, status } }: { readonly sandbox: Sandbox }) {
  const navigate = useNavigate();
  const can = useCan();
  const act = useSandboxAction(id);
  const [isDeleting, setDeleting] = useState(false);
  const offered = offeredAction[status];
  return (
    <>
      <Menu label={`Actions of the sandbox ${id}`}>
        <MenuItem
          icon={<Eye aria-hidden />}
          onSelect={() => void navigate({ to: '/sandboxes/$sandboxId', params: { sandboxId: id } })}
        >
          Open
        </MenuItem>
        {offered === 'pause' && can('POST /api/v1/sandboxes/{sandbox_id}/pause') && (
          <MenuItem disabled={act.isPending} icon={<Pause aria-hidden />} onSelect={() => act.mutate('pause')}>
            Pause
          </MenuItem>
        )}
        {offered === 'resume' && can('POST /api/v1/sandboxes/{sandbox_id}/resume') && (
          <MenuItem disabled={act.isPending} icon={<Play aria-hidden />} onSelect={() => act.mutate('resume')}>
            Resume
          </MenuItem>
        )}
        {can('DELETE /api/v1/sandboxes/{sandbox_id}') && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setDeleting(true)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {isDeleting && <DeleteSandbox id={id} onClose={() => setDeleting(false)} />}
    </>
  );
}
