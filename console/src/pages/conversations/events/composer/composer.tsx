import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SendHorizontal, X } from 'lucide-react';
import {
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { answerOf } from '../../../../../../shared/client/answer-of.ts';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import type { Conversation } from '../../../../api/shapes.ts';
import { SkipToField } from '../../../../layout/skip-links.tsx';
import { useOnline } from '../../../../live/online.ts';
import { liveUntil } from '../../../../live/polls.ts';
import { useApi } from '../../../../session/session.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { onFields, submitOnEnter } from '../../../../ui/forms.ts';
import { ErrorNotice } from '../../../../ui/query-states.tsx';
import { addressOf } from '../feed/address.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import { type OutgoingMessage, unconfirmed, withPending } from './outbox.ts';
import { callAgent, rejection, type Way } from './way-to-agent.ts';

interface Props {
  readonly way: Way;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly onSend: (text: string) => void;
  /** Why the last message could not be sent. */
  readonly error: unknown;
  readonly onDismiss: () => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly controls: ReactNode;
}

/** The field for messages to the agent. */
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
    <form className="grid gap-2 border-line border-t bg-surface p-3" onSubmit={onFields(send)}>
      {error !== null && error !== undefined && (
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ErrorNotice error={error} />
          </div>
          <IconButton icon={X} label="Dismiss error" onClick={onDismiss} />
        </div>
      )}
      {!isOff && <SkipToField field={field}>Skip to message</SkipToField>}
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
          <Button disabled={draft.trim() === ''} icon={SendHorizontal} type="submit" variant="primary">
            {way.action}
          </Button>
        )}
      </div>
    </form>
  );
}

interface Sending extends Pick<OutgoingMessage, 'id' | 'text' | 'after'> {
  readonly way: Way;
}

interface Options {
  readonly conversation: Conversation;
  readonly feed: EventFeed;
  readonly events: readonly TimelineEvent[];
  /** Restores a text that could not be sent. */
  readonly onFailure: (text: string) => void;
}

/** Sends messages. They are shown immediately, and removed if sending fails. */
export function useSend({ conversation, feed, events, onFailure }: Options) {
  const api = useApi();
  const queries = useQueryClient();
  const [outbox, setOutbox] = useState<readonly OutgoingMessage[]>([]);
  // A message can arrive although its response is lost. The same idempotency key makes a retry safe.
  const failed = useRef(new Map<string, Pick<OutgoingMessage, 'id' | 'after'>>());
  const { id: conversation_id, sandbox_id } = conversation;

  const pending = useQuery({
    queryKey: ['pending-messages', conversation_id],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/conversations/{conversation_id}/pending-messages', { params: { path: { conversation_id } } }),
      ),
    // Events show what the agent has; this only follows messages that wait.
    refetchInterval: liveUntil<{ readonly items: readonly { readonly state: string }[] }>(({ items }) =>
      items.every(({ state }) => state === 'not_delivered'),
    ),
  });
  const waiting = pending.data?.items;

  const { mutate, error, reset } = useMutation({
    // Messages are sent one by one, to keep their order.
    scope: { id: `send/${conversation_id}` },
    mutationFn: async ({ id, text, way }: Sending) => {
      const params = { path: { conversation_id }, header: { 'Idempotency-Key': id } };
      const content = [{ type: 'text' as const, text }];
      const agent = addressOf(conversation);
      if (way.type === 'reject' && agent) await callAgent(agent, rejection('The user sent a message instead.'));
      if (way.type === 'send' || way.type === 'reject') {
        return await answerOf(
          api.POST('/api/v1/app-conversations/{conversation_id}/send-message', { params, body: { content } }),
        );
      }
      if (way.type === 'resume') {
        await answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params: { path: { sandbox_id } } }));
      }
      return await answerOf(
        api.POST('/api/v1/conversations/{conversation_id}/pending-messages', { params, body: { content } }),
      );
    },
    onSuccess: ({ id: pendingId, state }, { id, text, way }) => {
      failed.current.delete(text);
      setOutbox((sent) => sent.map((message) => (message.id === id ? { ...message, state, pendingId } : message)));
      void pending.refetch();
      void feed.loadNewer();
      // Shows the resume before the next refresh.
      if (way.type === 'resume') return queries.invalidateQueries();
    },
    onError: (_, { id, text, after }) => {
      failed.current.set(text, { id, after });
      setOutbox((sent) => sent.filter((message) => message.id !== id));
      onFailure(text);
    },
  });

  const send = (text: string, way: Way): void => {
    const { id, after } = failed.current.get(text) ?? { id: crypto.randomUUID(), after: events.at(-1)?.at };
    setOutbox((sent) => [...unconfirmed(sent, events), { id, text, after, state: 'sending' }]);
    mutate({ id, text, after, way });
  };

  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) reset();
  }, [isOnline, reset]);

  const outgoing = useMemo(() => unconfirmed(withPending(outbox, waiting), events), [outbox, events, waiting]);
  return { send, outgoing, error, dismiss: reset };
}

/** The draft of a message, kept for this tab until it is sent or the person signs out. */
export function useDraft(conversationId: string): readonly [draft: string, set: Dispatch<SetStateAction<string>>] {
  const name = `acs.draft.${conversationId}`;
  const [draft, setDraft] = useState(() => sessionStorage.getItem(name) ?? '');
  useEffect(() => {
    if (draft === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, draft);
  }, [name, draft]);
  return [draft, setDraft];
}
