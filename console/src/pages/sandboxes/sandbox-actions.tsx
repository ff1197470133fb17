import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Eye, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { Sandbox, SandboxStatus } from '../../api/shapes.ts';
import { SANDBOXES } from '../../data/sandbox-queries.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { failed, useToast } from '../../ui/toasts.ts';
import { refreshConversations } from '../conversations/queries.ts';

export function SandboxMenu({ sandbox: { id, status } }: { readonly sandbox: Sandbox }) {
  const navigate = useNavigate();
  const can = useCan();
  const act = useSandboxAction(id);
  const [isDeleting, setDeleting] = useState(false);
  const offered = offeredAction[status];
  return (
    <>
      <Menu label={`Actions for sandbox ${id}`}>
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
        <DeleteSandbox id={id} onClose={() => setDeleting(false)} onDeleted={() => navigate({ to: '/sandboxes' })} />
      )}
    </>
  );
}

/** The action for each status, besides deleting. */
const offeredAction = {
  STARTING: 'pause',
  RUNNING: 'pause',
  PAUSED: 'resume',
  ERROR: 'resume',
  MISSING: null,
} as const satisfies Record<SandboxStatus, 'pause' | 'resume' | null>;

const words = {
  pause: { trial: 'Pause', done: 'Pausing the sandbox', detail: 'Its workspace is saved.' },
  resume: { trial: 'Resume', done: 'Resuming the sandbox', detail: 'It starts from its saved workspace.' },
} as const;

type SandboxAction = keyof typeof words;

/** Pauses or resumes a sandbox and reports the result. */
function useSandboxAction(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (action: SandboxAction) => {
      const params = { path: { sandbox_id: id } };
      return action === 'pause'
        ? answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params }))
        : answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params }));
    },
    onSuccess: (_answer, action) => {
      toast({ tone: 'good', title: words[action].done, detail: words[action].detail });
      return refreshSandboxes(queries);
    },
    onError: (error, action) => toast(failed(words[action].trial, error)),
  });
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
      // The page of a sandbox must be left before it asks for the deleted sandbox again.
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

/** Refreshes sandboxes, and conversations, which show them too. */
export async function refreshSandboxes(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: [SANDBOXES] }), refreshConversations(queries)]);
}
