import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

/**
 * A modal dialog: the native element, which traps the focus, closes with Escape and restores the focus. Render it while
 * it is open.
 */
export function Dialog({ title, onClose, children, isWide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A click outside closes it, unless the person has begun to fill it in.
  const [isEdited, setEdited] = useState(false);
  // Closes the dialog before it leaves the document. Otherwise it would not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The focus starts at the content, not at the close button.
    const content = '[data-dialog-content]';
    const first =
      dialog?.querySelector<HTMLElement>(`${content} :is(input, select, textarea)`) ??
      dialog?.querySelector<HTMLElement>(`${content} button`);
    first?.focus();
    return () => dialog?.close();
  }, []);
  return createPortal(
    <dialog
      aria-labelledby={id}
      className={classes(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border border-line bg-surface p-0 text-ink shadow-xl',
        isWide ? 'max-w-3xl' : 'max-w-lg',
      )}
      closedby={isEdited ? 'closerequest' : 'any'}
      onCancel={(event) => {
        // The page closes the dialog by no longer rendering it.
        event.preventDefault();
        onClose();
      }}
      onInput={() => setEdited(true)}
      ref={ref}
    >
      <div className="grid gap-4 p-5">
        <header className="flex items-start justify-between gap-4">
          <h2 className="font-semibold text-lg" id={id}>
            {title}
          </h2>
          <IconButton className="-mt-1.5 -mr-2" icon={X} label="Close" onClick={onClose} />
        </header>
        <div className="contents" data-dialog-content>
          {children}
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-2">{children}</div>;
}
