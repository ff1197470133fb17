import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { Check, Pencil, Plus, TextCursorInput, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../api/failure.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { useToast } from '../../ui/toasts.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** The open dialog, and its profile. */
type Asked = { readonly what: 'new' } | { readonly what: 'edit' | 'rename' | 'delete'; readonly name: string };

interface Props<Row> {
  readonly kind: 'Model profile' | 'Agent profile';
  readonly query: UseQueryResult<{ readonly profiles: readonly Row[] }>;
  /** The columns between the name and the actions. */
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** The ID of the row in use. */
  readonly active: string | null;
  readonly canChange: boolean;
  readonly onActivate: (row: Row) => void;
  /** Renames a profile and refreshes the page. */
  readonly rename: (name: string, newName: string) => Promise<void>;
  /** Deletes a profile and refreshes the page. */
  readonly remove: (name: string) => Promise<void>;
  /** The consequences of a deletion. */
  readonly deletion: string;
  readonly empty: ReactNode;
  /** The dialog for a new profile. @param names the existing profiles */
  readonly creating: (names: readonly string[], close: () => void) => ReactNode;
  readonly editing: (name: string, close: () => void) => ReactNode;
}

/** The model profiles or agent profiles of an owner, one of which can be in use. */
export function ProfileList<Row extends { readonly name: string }>(props: Props<Row>) {
  const { kind, query, columns, rowId, active, canChange, onActivate, rename, remove, deletion, empty } = props;
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  const all = useMemo(() => {
    const isActive = (row: Row) => rowId(row) === active;
    const name = nameColumn(isActive);
    if (!canChange) return [name, ...columns];
    const onChoose = (what: 'edit' | 'rename' | 'delete', chosen: string) => setAsked({ what, name: chosen });
    return [name, ...columns, actionsColumn({ isActive, onActivate, onChoose })];
  }, [columns, rowId, active, canChange, onActivate]);
  const create = canChange && (
    <Button icon={Plus} onClick={() => setAsked({ what: 'new' })}>
      New profile
    </Button>
  );
  return (
    <Card actions={create} isFlush title={`${kind}s`}>
      <QueryStates query={query}>
        {({ profiles }) =>
          profiles.length > 0 ? <DataTable columns={all} label={`${kind}s`} rowId={rowId} rows={profiles} /> : empty
        }
      </QueryStates>
      {asked?.what === 'new' && props.creating(query.data?.profiles.map(({ name }) => name) ?? [], close)}
      {asked?.what === 'edit' && props.editing(asked.name, close)}
      {asked?.what === 'rename' && (
        <RenameDialog name={asked.name} onClose={close} rename={(newName) => rename(asked.name, newName)} />
      )}
      {asked?.what === 'delete' && (
        <DeleteDialog onClose={close} remove={() => remove(asked.name)} what={`${kind} ${asked.name}`}>
          <p>{deletion}</p>
        </DeleteDialog>
      )}
    </Card>
  );
}

function nameColumn<Row extends { readonly name: string }>(isActive: (row: Row) => boolean): Column<Row> {
  return {
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
}

interface Actions<Row> {
  readonly isActive: (row: Row) => boolean;
  readonly onActivate: (row: Row) => void;
  readonly onChoose: (what: 'edit' | 'rename' | 'delete', name: string) => void;
}

function actionsColumn<Row extends { readonly name: string }>(actions: Actions<Row>): Column<Row> {
  const { isActive, onActivate, onChoose } = actions;
  const cell = (row: Row) => (
    <Menu label={`Actions for ${row.name}`}>
      {!isActive(row) && <MenuItem icon={Check} label="Use" onSelect={() => onActivate(row)} />}
      <MenuItem icon={Pencil} label="Edit" onSelect={() => onChoose('edit', row.name)} />
      <MenuItem icon={TextCursorInput} label="Rename" onSelect={() => onChoose('rename', row.name)} />
      <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => onChoose('delete', row.name)} />
    </Menu>
  );
  return { id: 'actions', header: 'Actions', align: 'right', cell };
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

function RenameDialog({ name, rename, onClose }: RenameDialogProps) {
  const toast = useToast();
  const renaming = useMutation({
    mutationFn: rename,
    onSuccess: (_, newName) => {
      toast({ tone: 'good', title: `Renamed to ${newName}` });
      onClose();
    },
  });
  const isTaken = renaming.error instanceof ApiProblem && renaming.error.code === 'conflict';
  const mutation = { ...renaming, error: isTaken ? null : renaming.error };
  const submit = (fields: FormData) => renaming.mutate(textIn(fields, 'new_name'));
  return (
    <Dialog onClose={onClose} title={`Rename ${name}`}>
      <DialogForm action="Rename" mutation={mutation} onClose={onClose} onSubmit={submit}>
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
      </DialogForm>
    </Dialog>
  );
}
