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
  readonly isDangerous?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: Props) {
  const { title, children, action, isDangerous = true, busy, error, onConfirm, onClose } = props;
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="grid gap-2 text-ink-soft text-sm">{children}</div>
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button busy={busy} onClick={onConfirm} variant={isDangerous ? 'danger' : 'primary'}>
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
      busy={false}
      error={null}
      onClose={leaving.reset}
      onConfirm={leaving.proceed}
      title="Discard unsaved changes?"
    >
      <p>Your unsaved changes will be lost.</p>
    </ConfirmDialog>
  );
}
