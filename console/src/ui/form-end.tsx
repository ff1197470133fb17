import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { ErrorNotice } from './query-states.tsx';

interface Props {
  /** The mutation that submitting the form starts. */
  readonly mutation: { readonly error: Error | null; readonly isPending: boolean };
  /** The verb on the button, such as "Save". */
  readonly action: ReactNode;
  readonly onClose: () => void;
}

/** The end of a form in a dialog: its error, and the two buttons. */
export function FormEnd({ mutation, action, onClose }: Props) {
  return (
    <>
      {mutation.error && <ErrorNotice error={mutation.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button busy={mutation.isPending} type="submit" variant="primary">
          {action}
        </Button>
      </DialogActions>
    </>
  );
}
