import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Eye, Play, Scaling, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { Sandbox } from '../../api/shapes.ts';
import {
  actionFor,
  actionLabel,
  requestAction,
  type SandboxAction,
  SandboxActionButton,
  type SandboxActionName,
  useAllowedAction,
} from '../../data/sandbox-actions.tsx';
import { SANDBOXES } from '../../data/sandbox-queries.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { failed, useToast } from '../../ui/toasts.ts';
import { refreshConversations } from '../conversations/queries.ts';
import { ResizeSandbox, ResumeWith } from './sizes/size-dialogs.tsx';

export function SandboxMenu({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id } = sandbox;
  const navigate = useNavigate();
  const can = useCan();
  const action = useSandboxAction(sandbox);
  const [isDeleting, setDeleting] = useState(false);
  const open = () => void navigate({ to: '/sandboxes/$sandboxId', params: { sandboxId: id } });
  return (
    <>
      <Menu label={`Actions for sandbox ${id}`}>
        <MenuItem icon={Eye} label="Open" onSelect={open} />
        {action && (
          <MenuItem disabled={action.isPending} icon={action.icon} label={action.label} onSelect={action.run} />
        )}
        {can('DELETE /api/v1/sandboxes/{sandbox_id}') && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => setDeleting(true)} />
          </>
        )}
      </Menu>
      {isDeleting && <DeleteSandbox id={id} onClose={() => setDeleting(false)} />}
    </>
  );
}

export function SandboxButtons({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id } = sandbox;
  const can = useCan();
  const navigate = useNavigate();
  const action = useSandboxAction(sandbox);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      {action && <SandboxActionButton action={action} />}
      <SizeMenu sandbox={sandbox} />
      {can('DELETE /api/v1/sandboxes/{sandbox_id}') && (
        <Button icon={Trash2} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {isDeleting && (
        <DeleteSandbox id={id} onClose={() => setDeleting(false)} onDeleted={() => navigate({ to: '/sandboxes' })} />
      )}
    </>
  );
}

/** The actions that choose a size. An expired sandbox has nothing to resume. */
function SizeMenu({ sandbox }: { readonly sandbox: Sandbox }) {
  const can = useCan();
  const [dialog, setDialog] = useState<'resize' | 'resume'>();
  const canResize = can('PATCH /api/v1/sandboxes/{sandbox_id}');
  const canResume = actionFor[sandbox.status] === 'resume' && can('POST /api/v1/sandboxes/{sandbox_id}/resume');
  if (sandbox.status === 'MISSING' || !(canResize || canResume)) return null;
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Menu label="More actions">
        {canResize && <MenuItem icon={Scaling} label="Resize" onSelect={() => setDialog('resize')} />}
        {canResume && <MenuItem icon={Play} label="Resume with another size" onSelect={() => setDialog('resume')} />}
      </Menu>
      {dialog === 'resize' && <ResizeSandbox onClose={close} sandbox={sandbox} />}
      {dialog === 'resume' && <ResumeWith onClose={close} sandbox={sandbox} />}
    </>
  );
}

const messages = {
  pause: { title: 'Pausing the sandbox', detail: 'Its workspace is saved.' },
  resume: { title: 'Resuming the sandbox', detail: 'It starts from its saved workspace.' },
} as const;

/** Pauses or resumes a sandbox and reports the result. */
function useSandboxAction({ id, status }: Sandbox): SandboxAction | undefined {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: (action: SandboxActionName) => requestAction(api, id, action),
    onSuccess: (_answer, action) => {
      toast({ tone: 'good', ...messages[action] });
      return refreshSandboxes(queries);
    },
    onError: (error, action) => toast(failed(actionLabel(action), error)),
  });
  return useAllowedAction(status, mutation);
}

interface Props {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDeleted?: () => Promise<void>;
}

function DeleteSandbox({ id, onClose, onDeleted }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const deletion = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: id } } })),
    onSuccess: async () => {
      toast({ tone: 'good', title: 'Sandbox deleted', detail: 'Its receipt shows when its disks are gone.' });
      onClose();
      // Leaves the page of the sandbox before the page requests the deleted sandbox again.
      await onDeleted?.();
      await refreshSandboxes(queries);
    },
  });
  return (
    <ConfirmDialog action="Delete" mutation={deletion} onClose={onClose} title="Delete this sandbox?">
      <p className="break-all font-mono text-ink">{id}</p>
      <p>
        The sandbox stops immediately, and its workspace with all files is permanently deleted. Anything that was not
        pushed elsewhere is lost.
      </p>
      <p>Its conversations stay readable.</p>
    </ConfirmDialog>
  );
}

/** Refreshes sandboxes and conversations, which show the status of their sandbox. */
export async function refreshSandboxes(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: [SANDBOXES] }), refreshConversations(queries)]);
}
