import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { FileEntry } from '../../../../../shared/client/files.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import { useApi } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { Modal } from '../../../ui/modal.tsx';
import { pathOf } from './file-queries.ts';

interface Dialog {
  readonly sandboxId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const plain = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false, required: true } as const;

export function NewDirectoryDialog({ sandboxId, directory, onClose, onDone }: Dialog & { readonly directory: string }) {
  const api = useApi();
  const create = useMutation({
    mutationFn: (name: string) =>
      answerOf(
        api.POST('/api/v1/sandboxes/{sandbox_id}/files/directories', {
          params: { path: { sandbox_id: sandboxId }, query: {} },
          body: { path: `${directory}/${name}` },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <Modal onClose={onClose} title="New folder">
      <DialogForm
        action="Create"
        mutation={create}
        onClose={onClose}
        onSubmit={(fields) => create.mutate(textIn(fields, 'name'))}
      >
        <TextField {...plain} className="font-mono" label="Name" name="name" />
      </DialogForm>
    </Modal>
  );
}

export function RenameDialog({ sandboxId, entry, onClose, onDone }: Dialog & { readonly entry: FileEntry }) {
  const api = useApi();
  const rename = useMutation({
    mutationFn: (to: string) => {
      const from = entry.path_base64 === null ? { from: entry.path } : { from_base64: entry.path_base64 };
      return answerOf(
        api.POST('/api/v1/sandboxes/{sandbox_id}/files/move', {
          params: { path: { sandbox_id: sandboxId }, query: {} },
          body: { ...from, to, overwrite: false },
        }),
      );
    },
    onSuccess: onDone,
  });
  return (
    <Modal onClose={onClose} title="Move or rename">
      <DialogForm
        action="Move"
        mutation={rename}
        onClose={onClose}
        onSubmit={(fields) => rename.mutate(textIn(fields, 'path'))}
      >
        <TextField {...plain} className="font-mono" defaultValue={entry.path} label="New path" name="path" />
      </DialogForm>
    </Modal>
  );
}

export function DeleteFileDialog({ sandboxId, entry, onClose, onDone }: Dialog & { readonly entry: FileEntry }) {
  const api = useApi();
  const isDirectory = entry.type === 'directory';
  const remove = useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/api/v1/sandboxes/{sandbox_id}/files', {
          params: { path: { sandbox_id: sandboxId }, query: { ...pathOf(entry), recursive: isDirectory } },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <ConfirmDialog
      action="Delete"
      mutation={remove}
      onClose={onClose}
      title={isDirectory ? 'Delete this folder?' : 'Delete this file?'}
    >
      <p className="break-all font-mono text-xs">{visible(entry.path)}</p>
      <p>{isDirectory ? 'All that it contains is deleted too.' : 'This cannot be undone.'}</p>
    </ConfirmDialog>
  );
}
