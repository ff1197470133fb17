import type { Conversation } from '../conversations/conversation.ts';
import { newEvent } from '../events/event.ts';
import { errorEvent } from '../events/event-contents.ts';
import { readUserMessage } from '../events/message.ts';
import { filterEvents } from '../events/search.ts';
import { Fields } from '../http/fields.ts';
import { readMicroseconds } from '../http/query.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ClientChannel } from './client-channel.ts';

const mostSubscribers = 50;

/** One client's view of one conversation: first the state, then what it missed, then every new event. */
export function followConversation(
  channel: ClientChannel,
  lifecycle: Lifecycle,
  conversationId: string,
  query: URLSearchParams,
): void {
  const conversation = lifecycle.isReady ? lifecycle.catalogue().find(conversationId) : undefined;
  if (!conversation) {
    channel.close(4004, 'Conversation not found');
    return;
  }
  if (conversation.subscriberCount >= mostSubscribers) {
    channel.close(1013, 'Too many connections for this conversation');
    return;
  }
  channel.onDocument(
    (document) => {
      const fields = new Fields(document);
      fields.require('role');
      const { message } = readUserMessage(fields);
      fields.finish();
      lifecycle.catalogue();
      conversation.send(message, true);
    },
    ({ code, detail }) => channel.send(newEvent(errorEvent('ServerErrorEvent', code, detail))),
  );
  // Sent and subscribed in one turn of the event loop, so that no event is missed or sent twice.
  channel.send(conversation.fullState());
  resend(channel, conversation, query);
  channel.onClose(
    conversation.subscribe({
      onEvent: (event) => channel.push(event),
      onDelta: (event) => channel.push(event),
      onEnd: () => channel.close(4004, 'Conversation deleted'),
    }),
  );
}

/** Without a time, `since` resends nothing. */
function resend(channel: ClientChannel, conversation: Conversation, query: URLSearchParams): void {
  const mode = query.get('resend_mode') || (/^(true|1)$/i.test(query.get('resend_all') ?? '') ? 'all' : undefined);
  const from = mode === 'since' ? readMicroseconds(query, 'after_timestamp') : undefined;
  if (mode !== 'all' && from === undefined) return;
  for (const event of filterEvents(conversation.events, { from })) channel.send(event);
}
