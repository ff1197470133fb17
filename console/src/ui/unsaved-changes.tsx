import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before a page with changes is left, by a link of the console as well as by closing the tab. */
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
