import { X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';

interface Props {
  readonly title: string;
  /** A person asks to close it: Escape, a click beside it, or its Close button. It stays open until it is unmounted. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isWide?: boolean;
  /** Whether closing it loses something: the browser must not close it by itself. */
  readonly isGuarded?: boolean;
  readonly hasCloseButton?: boolean;
}

/** The native modal element, which traps the focus and restores it. Render it while it is open. */
export function Modal({ title, onClose, children, isWide = false, isGuarded = false, hasCloseButton = true }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const id = useId();
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
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isGuarded || event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  // A selection that begins inside and ends beside the dialog is no click beside it.
  const onClick = (event: MouseEvent): void => {
    if (isGuarded && isPressedBeside.current && event.target === ref.current) onClose();
  };
  return createPortal(
    <dialog
      aria-labelledby={id}
      className={classes(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border border-line bg-surface p-0 text-ink shadow-xl',
        isWide ? 'max-w-3xl' : 'max-w-lg',
      )}
      closedby={isGuarded ? 'none' : 'any'}
      onCancel={(event) => {
        // The page closes the dialog by no longer rendering it.
        event.preventDefault();
        onClose();
      }}
      onClick={onClick}
      onClose={() => {
        // Browsers close it without a chance to object when Escape is pressed twice in a row.
        if (!ref.current?.isConnected || ref.current.open) return;
        ref.current.showModal();
        onClose();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={({ target }) => {
        isPressedBeside.current = target === ref.current;
      }}
      ref={ref}
    >
      <div className="grid gap-4 p-5">
        <header className="flex items-start justify-between gap-4">
          <h2 className="font-semibold text-lg" id={id}>
            {title}
          </h2>
          {hasCloseButton && <IconButton className="-mt-1.5 -mr-2" icon={X} label="Close" onClick={onClose} />}
        </header>
        <div className="contents" data-dialog-content>
          {children}
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

/** Closes a dialog that only shows something. */
export function DoneAction({ onClick }: { readonly onClick: () => void }) {
  return (
    <DialogActions>
      <Button onClick={onClick} variant="primary">
        Done
      </Button>
    </DialogActions>
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-2">{children}</div>;
}
