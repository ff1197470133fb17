import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { classes } from './classes.ts';
import { RequestId } from './request-id.tsx';
import type { Tone } from './tone.ts';

/** A short message about something that was done, or was not. */
export interface Message {
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
}

const Context = createContext<(message: Message) => void>(() => undefined);

/** Shows a message above the page for some seconds; bad news stays until it is closed. */
export const useToast = (): ((message: Message) => void) => use(Context);

/** Tells of a failed action. @param what what was tried, such as "The pause" */
export function failed(what: string, error: unknown): Message {
  const { title, detail, remedy, requestId } = failureOf(error);
  return {
    tone: 'bad',
    title: `${what} failed: ${title}`,
    detail: [detail, remedy].filter(Boolean).join(' '),
    requestId,
  };
}

/** How long good news stays, in milliseconds. */
const STAYS = 6_000;

const edges: Readonly<Record<Tone, string>> = {
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
  info: 'border-l-info',
};

export function Toasts({ children }: { readonly children: ReactNode }) {
  const [messages, setMessages] = useState<readonly (Message & { readonly id: string })[]>([]);
  const show = useCallback((message: Message) => {
    setMessages((shown) => [...shown, { ...message, id: crypto.randomUUID() }]);
  }, []);
  const close = (id: string): void => setMessages((shown) => shown.filter((message) => message.id !== id));
  return (
    <Context value={show}>
      <Toast.Provider label="Message">
        {children}
        {messages.map(({ id, tone, title, detail, requestId }) => (
          <Toast.Root
            className={classes(
              'flex gap-3 rounded-lg border border-line border-l-4 bg-surface p-3 shadow-lg',
              edges[tone],
            )}
            duration={tone === 'bad' ? Number.POSITIVE_INFINITY : STAYS}
            key={id}
            onOpenChange={(isOpen) => {
              if (!isOpen) close(id);
            }}
          >
            <div className="grid min-w-0 flex-1 gap-1 text-sm">
              <Toast.Title className="break-words font-semibold">{title}</Toast.Title>
              {detail !== undefined && (
                <Toast.Description className="break-words text-ink-soft">{detail}</Toast.Description>
              )}
              {requestId !== undefined && <RequestId id={requestId} />}
            </div>
            <Toast.Close
              aria-label="Close the message"
              className="grid size-6 place-items-center rounded hover:bg-raised"
            >
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="fixed right-0 bottom-0 z-50 grid w-full gap-2 p-4 sm:w-md" />
      </Toast.Provider>
    </Context>
  );
}
