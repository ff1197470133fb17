import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogActions, Modal } from './modal.tsx';
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
    // Guarded: the release of a press that opened it, as on a tab, is no click beside it.
    <Modal isGuarded onClose={onClose} title={title}>
      <div className="grid gap-2 text-ink-soft text-sm">{children}</div>
      {mutation.error && <ErrorNotice error={mutation.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button busy={mutation.isPending} onClick={() => mutation.mutate()} variant="danger">
          {action}
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface QuestionProps {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Asks before input is dropped. */
export function DiscardQuestion({ onDiscard, onKeep }: QuestionProps) {
  return (
    <ConfirmDialog
      action="Discard"
      mutation={{ error: null, isPending: false, mutate: onDiscard }}
      onClose={onKeep}
      title="Discard unsaved changes?"
    >
      <p>Your unsaved changes will be lost.</p>
    </ConfirmDialog>
  );
}

interface ChangesProps {
  readonly isChanged: boolean;
  /** Whether a dialog holds the changes. The page behind it has no link within reach, and leaves by itself when done. */
  readonly isInDialog?: boolean;
}

/** Asks before changes are left behind: by a link, by going back, or by closing the tab. */
export function UnsavedChanges({ isChanged, isInDialog = false }: ChangesProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ action }) => isChanged && !(isInDialog && isByPage(action)),
    enableBeforeUnload: isChanged,
    disabled: !isChanged,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return <DiscardQuestion onDiscard={leaving.proceed} onKeep={leaving.reset} />;
}

/** Whether the page navigates, and not a person who goes back or forward. */
export const isByPage = (action: string): boolean => action === 'PUSH' || action === 'REPLACE';
