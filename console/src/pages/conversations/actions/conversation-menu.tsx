import { Download, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { titleOf } from '../labels.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LONGEST_TITLE, sandboxActionOf, usePause, useRename, useResume } from './use-actions.ts';
import { useDownload } from './use-download.ts';

interface Props {
  readonly conversation: Conversation;
}

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
      <Menu label={`Actions for ${titleOf(conversation)}`}>
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

interface RenameDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const rename = useRename(conversation);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title')).trim();
    if (title !== conversation.title) rename.mutate(title);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Rename conversation">
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          autoFocus
          defaultValue={conversation.title ?? ''}
          label="Title"
          maxLength={LONGEST_TITLE}
          name="title"
          pattern=".*\S.*"
          required
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
