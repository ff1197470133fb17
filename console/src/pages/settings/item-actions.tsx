import { useMutation } from '@tanstack/react-query';
import { Check, Pencil, TextCursorInput, Trash2 } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../api/failure.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toasts.ts';

export interface ProfileActions<Row> {
  readonly onActivate: (row: Row) => void;
  readonly onChoose: (what: 'edit' | 'rename' | 'delete', name: string) => void;
}

interface ProfileColumns<Row> {
  readonly isActive: (row: Row) => boolean;
  /** Undefined for a read-only key. */
  readonly actions: ProfileActions<Row> | undefined;
}

/** The columns of a list of model profiles or agent profiles, with those of their kind between name and actions. */
export function profileColumns<Row extends { readonly name: string }>(
  kind: readonly Column<Row>[],
  { isActive, actions }: ProfileColumns<Row>,
): readonly Column<Row>[] {
  const name: Column<Row> = {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        <span className="break-all">{row.name}</span>
        {isActive(row) && <Badge tone="good">In use</Badge>}
      </span>
    ),
    sortBy: (row) => row.name,
  };
  if (!actions) return [name, ...kind];
  const { onActivate, onChoose } = actions;
  const cell = (row: Row) => (
    <Menu label={`Actions for ${row.name}`}>
      {!isActive(row) && (
        <MenuItem icon={<Check aria-hidden />} onSelect={() => onActivate(row)}>
          Use
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onChoose('edit', row.name)}>
        Edit
      </MenuItem>
      <MenuItem icon={<TextCursorInput aria-hidden />} onSelect={() => onChoose('rename', row.name)}>
        Rename
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => onChoose('delete', row.name)}>
        Delete
      </MenuItem>
    </Menu>
  );
  return [name, ...kind, { id: 'actions', header: 'Actions', align: 'right', cell }];
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
        <FormEnd action="Rename" mutation={{ ...renaming, error: isTaken ? null : renaming.error }} onClose={onClose} />
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
      mutation={removing}
      onClose={onClose}
      title={`Delete ${what.charAt(0).toLowerCase()}${what.slice(1)}?`}
    >
      {children}
    </ConfirmDialog>
  );
}
