import { Download, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { titleOf } from '../labels.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LONGEST_TITLE, useDownload, useRename, useSandboxAction } from './use-actions.ts';

export function ConversationMenu({ conversation }: { readonly conversation: Conversation }) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const can = useCan();
  const action = useSandboxAction(conversation);
  const download = useDownload();
  const canChange = can('PATCH /api/v1/app-conversations/{conversation_id}');
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu label={`Actions for ${titleOf(conversation)}`}>
        {action && (
          <MenuItem disabled={action.isPending} icon={action.icon} label={action.label} onSelect={action.run} />
        )}
        {canChange && <MenuItem icon={Pencil} label="Rename" onSelect={() => setDialog('rename')} />}
        <MenuItem icon={Download} label="Download" onSelect={() => download.mutate(conversation)} />
        {canChange && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => setDialog('delete')} />
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
  const submit = (fields: FormData): void => {
    const title = textIn(fields, 'title');
    if (title !== conversation.title) rename.mutate(title);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Rename conversation">
      <DialogForm action="Rename" mutation={rename} onClose={onClose} onSubmit={submit}>
        <TextField
          autoFocus
          defaultValue={conversation.title ?? ''}
          label="Title"
          maxLength={LONGEST_TITLE}
          name="title"
          pattern=".*\S.*"
          required
        />
      </DialogForm>
    </Dialog>
  );
}
