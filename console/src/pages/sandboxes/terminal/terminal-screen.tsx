import { ClipboardCopy, ClipboardPaste } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CommandBadge, StopButton } from '../commands/command-state.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { TouchKeys } from './touch-keys.tsx';
import { useTerminal } from './use-terminal.ts';

interface Props {
  readonly sandboxId: string;
  readonly commandId: string | undefined;
  readonly resume: boolean;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** One terminal. Closing it leaves its shell running. */
export function TerminalScreen({ sandboxId, commandId, resume, onChange, onClose }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLParagraphElement>(null);
  const [isPasting, setPasting] = useState(false);
  const { state, paste, copyText, pasteText, type } = useTerminal(element, {
    sandboxId,
    commandId,
    resume,
    onStarted: onChange,
    onLeave: () => after.current?.focus(),
    onPasteRefused: () => setPasting(true),
  });
  const { commandId: id, exit, error } = state;
  const actions = (
    <span className="flex flex-wrap items-center gap-1">
      {exit && <CommandBadge command={exit} />}
      <Button icon={ClipboardCopy} onClick={() => void copyText()} variant="quiet">
        Copy
      </Button>
      <Button icon={ClipboardPaste} onClick={() => void paste()} variant="quiet">
        Paste
      </Button>
      {id !== undefined && !exit && (
        <StopButton commandId={id} label="Stop the terminal" onStopped={onChange} sandboxId={sandboxId} />
      )}
      <Button onClick={onClose} variant="quiet">
        Close
      </Button>
    </span>
  );
  return (
    <Card actions={actions} title="Terminal">
      <div className="grid min-w-0 gap-2">
        {error !== undefined && (
          <Notice title={failureOf(error).title} tone="bad">
            {failureOf(error).detail}
          </Notice>
        )}
        <div className="h-[60vh] min-w-0 overflow-hidden rounded-lg border border-line" ref={element} />
        <TouchKeys onKey={type} />
        <p className="text-ink-soft text-xs" ref={after} tabIndex={-1}>
          <span className="pointer-coarse:hidden">
            Copy with Ctrl+Shift+C, paste with Ctrl+Shift+V, leave the terminal with Ctrl+Shift+F.{' '}
          </span>
          Close leaves the shell running; exit or Stop ends it.
        </p>
      </div>
      {isPasting && <PasteDialog onClose={() => setPasting(false)} onPaste={pasteText} />}
    </Card>
  );
}
