import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface Props {
  readonly title: string;
  /** Its name, such as "API key". */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** What to do with it. */
  readonly children?: ReactNode;
}

/** Shows a secret for the only time. It exists only in this dialog, and only while it is open. */
export function SecretOnce({ title, label, secret, onClose, children }: Props) {
  return (
    <Dialog isWide onClose={onClose} title={title}>
      <Notice title="Copy it now" tone="warn">
        It is shown only once and cannot be retrieved later.
      </Notice>
      <div className="grid gap-1">
        <p className="font-medium text-sm">{label}</p>
        <p className="flex items-center gap-2 rounded-lg bg-raised p-3">
          <code className="min-w-0 flex-1 break-all font-mono text-sm">{secret}</code>
          <CopyButton label={`Copy the ${label}`} text={secret} />
        </p>
      </div>
      {children}
      <DialogActions>
        <Button onClick={onClose} variant="primary">
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
