import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { ErrorNotice } from './query-states.tsx';

interface Props {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb on the button, such as "Delete". */
  readonly action: string;
  readonly mutation: { readonly error: Error | null; readonly isPending: boolean; readonly mutate: () => void };
  readonly onClose: () => void;
}

export function ConfirmDialog({ title, children, action, mutation, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="grid gap-2 text-ink-soft text-sm">{children}</div>
      {mutation.error && <ErrorNotice error={mutation.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button busy={mutation.isPending} onClick={() => mutation.mutate()} variant="danger">
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks before a page with changes is left, by a link or by closing the tab. */
export function UnsavedChanges({ isChanged }: { readonly isChanged: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      action="Discard"
      mutation={{ error: null, isPending: false, mutate: leaving.proceed }}
      onClose={leaving.reset}
      title="Discard unsaved changes?"
    >
      <p>Your unsaved changes will be lost.</p>
    </ConfirmDialog>
  );
}
