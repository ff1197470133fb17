import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { onFields } from './forms.ts';
import { DialogActions } from './modal.tsx';
import { ErrorNotice } from './query-states.tsx';

interface Props {
  /** The mutation that submitting the form starts. */
  readonly mutation: { readonly error: Error | null; readonly isPending: boolean };
  /** The verb on the button, such as "Save". */
  readonly action: string;
  readonly onSubmit: (fields: FormData) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: its fields, its error, and the two buttons. */
export function DialogForm({ mutation, action, onSubmit, onClose, children }: Props) {
  return (
    <form className="grid gap-4" onSubmit={onFields(onSubmit)}>
      {children}
      {mutation.error && <ErrorNotice error={mutation.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button busy={mutation.isPending} type="submit" variant="primary">
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
