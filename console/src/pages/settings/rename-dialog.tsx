import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useToast } from '../../ui/toasts.ts';

interface Props {
  readonly name: string;
  /** Stores the new name, and brings the page up to date. */
  readonly rename: (newName: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for another name of a profile. */
export function RenameDialog({ name, rename, onClose }: Props) {
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
          error={isTaken ? 'A profile with this name exists already.' : fieldErrors(renaming.error).new_name}
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
