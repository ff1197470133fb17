import { SendHorizontal, X } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { ErrorNotice } from '../../../../ui/query-states.tsx';
import { submitOnEnter } from '../../../../ui/submit-on-enter.ts';
import type { Way } from './way-to-agent.ts';

interface Props {
  readonly way: Way;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly onSend: (text: string) => void;
  /** Why the last message could not be sent. */
  readonly error: unknown;
  readonly onDismiss: () => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Further buttons. */
  readonly controls: ReactNode;
}

/** Where a message is written. */
export function Composer({ way, draft, onDraft, onSend, error, onDismiss, field, controls }: Props) {
  const id = useId();
  const isOff = way.type === 'none';
  const send = (): void => {
    const text = draft.trim();
    if (isOff || text === '') return;
    onDraft('');
    onSend(text);
  };
  return (
    <form
      className="grid gap-2 border-line border-t bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {error !== null && error !== undefined && (
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ErrorNotice error={error} />
          </div>
          <IconButton icon={<X aria-hidden className="size-4" />} label="Close the message" onClick={onDismiss} />
        </div>
      )}
      <label className="sr-only" htmlFor={id}>
        Message to the agent
      </label>
      <textarea
        aria-describedby={`${id}-hint`}
        className="field-sizing-content max-h-[30vh] min-h-11 w-full min-w-0 resize-none rounded-lg border border-line-strong bg-surface px-3 py-2.5 text-sm disabled:opacity-60"
        dir="auto"
        disabled={isOff}
        enterKeyHint="send"
        id={id}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={submitOnEnter}
        placeholder={isOff ? '' : 'Message to the agent'}
        ref={field}
        rows={1}
        value={draft}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-full flex-1 text-ink-soft text-xs sm:min-w-40" id={`${id}-hint`}>
          {way.hint}
        </p>
        {controls}
        {way.type !== 'none' && (
          <Button
            disabled={draft.trim() === ''}
            icon={<SendHorizontal aria-hidden className="size-4" />}
            type="submit"
            variant="primary"
          >
            {way.action}
          </Button>
        )}
      </div>
    </form>
  );
}
