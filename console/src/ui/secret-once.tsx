import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CodeSample } from './code-sample.tsx';
import { ConfirmDialog, isByPage } from './confirm-dialog.tsx';
import { DoneAction, Modal } from './modal.tsx';
import { Notice } from './notice.tsx';
import { TextToCopy } from './text-to-copy.tsx';

interface Props {
  readonly title: string;
  /** Its name, such as "API key". */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** Code that contains the secret. */
  readonly sample?: { readonly label: string; readonly code: string };
  /** What to do with it. */
  readonly children?: ReactNode;
}

/**
 * Shows a secret for the only time. It exists only in this dialog, so only "Done" closes it: after a copy, or after a
 * person has confirmed that they need none.
 */
export function SecretOnce({ title, label, secret, onClose, sample, children }: Props) {
  const [isCopied, setCopied] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const copied = (): void => setCopied(true);
  useBlocker({ shouldBlockFn: ({ action }) => !isByPage(action), enableBeforeUnload: true });
  return (
    <>
      <Modal hasCloseButton={false} isGuarded isWide onClose={() => undefined} title={title}>
        <Notice title="Copy it now" tone="warn">
          It is shown only once and cannot be retrieved later.
        </Notice>
        <div className="grid gap-1">
          <p className="font-medium text-sm">{label}</p>
          <TextToCopy label={`Copy the ${label}`} onCopied={copied} text={secret} />
        </div>
        {sample && <CodeSample {...sample} onCopied={copied} />}
        {children}
        <DoneAction onClick={isCopied ? onClose : () => setAsked(true)} />
      </Modal>
      {isAsked && (
        <ConfirmDialog
          action="Close without copying"
          mutation={{ error: null, isPending: false, mutate: onClose }}
          onClose={() => setAsked(false)}
          title={`Have you saved the ${label}?`}
        >
          <p>You have not copied it here, and it cannot be shown again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
