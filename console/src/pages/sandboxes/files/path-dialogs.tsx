import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { FileEntry } from '../../../../../shared/client/files.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import { pathOf } from '../../../files/file-queries.ts';
import { useApi } from '../../../session/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { Modal } from '../../../ui/modal.tsx';

interface Dialog {
  readonly sandboxId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface PathDialogProps {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly initial?: string;
  readonly mutation: UseMutationResult<unknown, Error, string>;
  readonly onClose: () => void;
}

/** Asks for a name or a path. */
function PathDialog({ title, label, action, initial, mutation, onClose }: PathDialogProps) {
  return (
    <Modal onClose={onClose} title={title}>
      <DialogForm
        action={action}
        mutation={mutation}
        onClose={onClose}
        onSubmit={(fields) => mutation.mutate(textIn(fields, 'path'))}
      >
        <TextField
          autoCapitalize="off"
          autoComplete="off"
          className="font-mono"
          defaultValue={initial}
          label={label}
          name="path"
          required
          spellCheck={false}
        />
      </DialogForm>
    </Modal>
  );
}

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
  return <PathDialog action="Create" label="Name" mutation={create} onClose={onClose} title="New folder" />;
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
    <PathDialog
      action="Move"
      initial={entry.path}
      label="New path"
      mutation={rename}
      onClose={onClose}
      title="Move or rename"
    />
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
