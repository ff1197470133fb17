import { createContext, use } from 'react';
import type { Tone } from '../../../shared/presentation/conversations.ts';
import { failureOf } from '../api/failure.ts';

/** A short message about the result of an action. */
export interface Message {
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
}

export const ToastContext = createContext<(message: Message) => void>(() => undefined);

/** Shows a message above the page for some seconds; errors stay until they are dismissed. */
export const useToast = (): ((message: Message) => void) => use(ToastContext);

/** The message of a failed action. @param what the action, such as "Pause" */
export function failed(what: string, error: unknown): Message {
  const { title, detail, remedy, requestId } = failureOf(error);
  return {
    tone: 'bad',
    title: `${what} failed: ${title}`,
    detail: [detail, remedy].filter(Boolean).join(' '),
    requestId,
  };
}
