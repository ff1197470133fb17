import { type ReactNode, useState } from 'react';
import { DiscardQuestion, UnsavedChanges } from './confirm-dialog.tsx';
import { Modal } from './modal.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

/** A modal dialog. What a person has filled in is dropped only after a question. Render it while it is open. */
export function Dialog({ title, onClose, children, isWide = false }: Props) {
  const [isEdited, setEdited] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const edited = (): void => setEdited(true);
  return (
    <>
      <Modal isGuarded={isEdited} isWide={isWide} onClose={isEdited ? () => setAsked(true) : onClose} title={title}>
        <div className="contents" onInput={edited} onReset={() => setEdited(false)} onSubmit={edited}>
          {children}
        </div>
      </Modal>
      {isAsked && <DiscardQuestion onDiscard={onClose} onKeep={() => setAsked(false)} />}
      <UnsavedChanges isChanged={isEdited} isInDialog />
    </>
  );
}
