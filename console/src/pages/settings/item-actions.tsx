import { useMutation } from '@tanstack/react-query';
import { Check, Pencil, TextCursorInput, Trash2 } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ErrorNotice } from '../../ui/query-states.tsx';
import { useToast } from '../../ui/toasts.ts';

interface ProfileMenuProps {
  readonly name: string;
  /** Undefined for the profile in use. */
  readonly onActivate: (() => void) | undefined;
  readonly onEdit: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** The actions of a model profile or an agent profile. */
export function ProfileMenu({ name, onActivate, onEdit, onRename, onDelete }: ProfileMenuProps) {
  return (
    <Menu label={`Actions for ${name}`}>
      {onActivate && (
        <MenuItem icon={<Check aria-hidden />} onSelect={onActivate}>
          Use
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}

interface ProfileNameFieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** The existing profiles: a new one must not replace one by accident. */
  readonly names: readonly string[];
  readonly error: string | undefined;
}

/** The name of a new model profile or agent profile. */
export function ProfileNameField({ value, onChange, names, error }: ProfileNameFieldProps) {
  const isTaken = names.includes(value.trim());
  return (
    <TextField
      autoComplete="off"
      error={isTaken ? 'A profile with this name already exists.' : error}
      hint="Letters, digits and . _ -"
      label="Name"
      maxLength={64}
      onChange={({ target }) => onChange(target.value)}
      required
      spellCheck={false}
      value={value}
    />
  );
}

interface RenameDialogProps {
  readonly name: string;
  /** Stores the new name and refreshes the page. */
  readonly rename: (newName: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function RenameDialog({ name, rename, onClose }: RenameDialogProps) {
  const toast = useToast();
  const renaming = useMutation({
    mutationFn: rename,
    onSuccess: (_, newName) => {
      toast({ tone: 'good', title: `Renamed to ${newName}` });
      onClose();
    },
  });
  const isTaken = renaming.error instanceof ApiProblem && renaming.error.code === 'conflict';
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    renaming.mutate(String(new FormData(event.currentTarget).get('new_name')).trim());
  };
  return (
    <Dialog onClose={onClose} title={`Rename ${name}`}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          autoComplete="off"
          defaultValue={name}
          error={isTaken ? 'A profile with this name already exists.' : fieldErrors(renaming.error).new_name}
          label="New name"
          maxLength={64}
          name="new_name"
          required
          spellCheck={false}
        />
        {renaming.error && !isTaken && <ErrorNotice error={renaming.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button busy={renaming.isPending} type="submit" variant="primary">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface Props {
  /** The item, such as "Secret API_TOKEN". */
  readonly what: string;
  /** Deletes it and refreshes the page. */
  readonly remove: () => Promise<unknown>;
  readonly onClose: () => void;
  /** The consequences. */
  readonly children: ReactNode;
}

export function DeleteDialog({ what, remove, onClose, children }: Props) {
  const toast = useToast();
  const removing = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast({ tone: 'good', title: `${what} deleted` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      action="Delete"
      busy={removing.isPending}
      error={removing.error}
      onClose={onClose}
      onConfirm={() => removing.mutate()}
      title={`Delete ${what.charAt(0).toLowerCase()}${what.slice(1)}?`}
    >
      {children}
    </ConfirmDialog>
  );
}
