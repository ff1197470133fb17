import { Download, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { titleOf } from '../title.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { sandboxActionOf, usePause, useResume } from './use-actions.ts';
import { useDownload } from './use-download.ts';

interface Props {
  readonly conversation: Conversation;
}

/** What can be done with a conversation in a list. */
export function ConversationMenu({ conversation }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const can = useCan();
  const pause = usePause(conversation);
  const resume = useResume(conversation);
  const download = useDownload();
  const sandboxAction = sandboxActionOf(conversation);
  const canChange = can('PATCH /api/v1/app-conversations/{conversation_id}');
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu label={`Actions of ${titleOf(conversation)}`}>
        {sandboxAction === 'pause' && can('POST /api/v1/sandboxes/{sandbox_id}/pause') && (
          <MenuItem icon={<Pause aria-hidden />} onSelect={() => pause.mutate()}>
            Pause
          </MenuItem>
        )}
        {sandboxAction === 'resume' && can('POST /api/v1/sandboxes/{sandbox_id}/resume') && (
          <MenuItem icon={<Play aria-hidden />} onSelect={() => resume.mutate()}>
            Resume
          </MenuItem>
        )}
        {canChange && (
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('rename')}>
            Rename
          </MenuItem>
        )}
        <MenuItem icon={<Download aria-hidden />} onSelect={() => download.mutate(conversation)}>
          Download
        </MenuItem>
        {canChange && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setDialog('delete')}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'rename' && <RenameDialog conversation={conversation} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog conversation={conversation} onClose={close} />}
    </>
  );
}
