import { useNavigate } from '@tanstack/react-router';
import { Code, Copy, Download, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { sandboxActionOf, usePause, useResume } from '../actions/use-actions.ts';
import { useDownload } from '../actions/use-download.ts';
import { useSandboxOf } from '../queries.ts';
import { editorAddress } from './editor-address.ts';

export function HeaderActions({ conversation }: { readonly conversation: Conversation }) {
  const can = useCan();
  const { data: sandbox } = useSandboxOf(conversation);
  const pause = usePause(conversation);
  const resume = useResume(conversation);
  const editor = editorAddress(sandbox);
  const action = sandboxActionOf(conversation);
  return (
    <div className="flex flex-wrap gap-2">
      {editor !== undefined && (
        <a className={buttonClasses('secondary')} href={editor} rel="noreferrer noopener" target="_blank">
          <Code aria-hidden className="size-4" />
          Open in VS Code
          <span className="sr-only"> (opens a new tab)</span>
        </a>
      )}
      {action === 'pause' && can('POST /api/v1/sandboxes/{sandbox_id}/pause') && (
        <Button busy={pause.isPending} icon={<Pause aria-hidden className="size-4" />} onClick={() => pause.mutate()}>
          Pause
        </Button>
      )}
      {action === 'resume' && can('POST /api/v1/sandboxes/{sandbox_id}/resume') && (
        <Button
          busy={resume.isPending}
          icon={<Play aria-hidden className="size-4" />}
          onClick={() => resume.mutate()}
          variant="primary"
        >
          Resume
        </Button>
      )}
      <FurtherActions conversation={conversation} />
    </div>
  );
}

function FurtherActions({ conversation }: { readonly conversation: Conversation }) {
  const [isDeleting, setDeleting] = useState(false);
  const can = useCan();
  const download = useDownload();
  const navigate = useNavigate();
  const toast = useToast();
  const copyId = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(conversation.id);
      toast({ tone: 'good', title: 'The id is copied' });
    } catch {
      toast({ tone: 'bad', title: 'The browser does not let the console copy', detail: `The id: ${conversation.id}` });
    }
  };
  return (
    <>
      <Menu label="More actions">
        <MenuItem icon={<Download aria-hidden />} onSelect={() => download.mutate(conversation)}>
          Download
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copyId()}>
          Copy the id
        </MenuItem>
        {can('DELETE /api/v1/app-conversations/{conversation_id}') && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setDeleting(true)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {isDeleting && (
        <DeleteDialog
          conversation={conversation}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate({ to: '/conversations' })}
        />
      )}
    </>
  );
}
