import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';
import type { Tone } from '../../../shared/presentation/conversations.ts';
import { classes } from './classes.ts';
import { RequestId } from './request-id.tsx';
import { type Message, ToastContext } from './toasts.ts';

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
    <ToastContext value={show}>
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
            <Toast.Close aria-label="Dismiss" className="grid size-6 place-items-center rounded hover:bg-raised">
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="fixed right-0 bottom-0 z-50 grid w-full gap-2 p-4 sm:w-md" />
      </Toast.Provider>
    </ToastContext>
  );
}
