import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.ts';

interface Props {
  /** What is deleted, such as "Secret API_TOKEN". */
  readonly what: string;
  /** Deletes it, and brings the page up to date. */
  readonly remove: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What is lost. */
  readonly children: ReactNode;
}

/** Asks before a part of the settings is deleted. */
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
