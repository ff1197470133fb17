import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FileEntry } from '../../../../../shared/client/files.ts';
import { FileCard } from '../../../files/file-card.tsx';
import { Button } from '../../../ui/button.tsx';
import { DeleteFileDialog, RenameDialog } from './path-dialogs.tsx';

interface Props {
  readonly sandboxId: string;
  readonly entry: FileEntry;
  /** It was moved or deleted. */
  readonly onGone: () => void;
  /** Whether the editor has changes that are not saved. */
  readonly onEdited: (isEdited: boolean) => void;
}

/** What a person can do with one file or directory of a running sandbox, and the content of a file. */
export function FileDetails({ sandboxId, entry, onGone, onEdited }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <FileCard advice="Rename it to open it here." entry={entry} of={sandboxId} onEdited={onEdited}>
      <Button icon={Pencil} onClick={() => setDialog('rename')}>
        Rename
      </Button>
      <Button icon={Trash2} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {dialog === 'rename' && <RenameDialog {...{ sandboxId, entry }} onClose={close} onDone={onGone} />}
      {dialog === 'delete' && <DeleteFileDialog {...{ sandboxId, entry }} onClose={close} onDone={onGone} />}
    </FileCard>
  );
}
