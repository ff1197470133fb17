import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toasts.ts';

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
