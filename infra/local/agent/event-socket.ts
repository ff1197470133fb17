import type { IncomingHttpHeaders } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import { isAcceptedKey } from './access.ts';
import type { Conversation } from './conversations/conversation.ts';
import { asConversationId } from './conversations/conversation-id.ts';
import { type AgentEvent, newEvent } from './events/event.ts';
import { readUserMessage } from './events/message.ts';
import { filterEvents } from './events/search.ts';
import { parseJson } from './http/body.ts';
import { Fields } from './http/fields.ts';
import { HttpError } from './http/http-error.ts';
import { readTime } from './http/query.ts';
import { isObject } from './json.ts';
import type { Lifecycle } from './lifecycle.ts';
import { describe, log } from './log.ts';

const authMilliseconds = 10_000;
const mostSubscribers = 50;
/** A client this far behind is let go; it may come back and ask for what it missed. */
const backlogLimitBytes = 64 * 1024 * 1024;

/** One client's view of one conversation: first who it is, then the state, then what it missed, then every new event. */
export class EventSocket {
  private readonly socket: WebSocket;
  private readonly lifecycle: Lifecycle;
  private readonly conversationId: string;
  private conversation: Conversation | undefined;

  constructor(socket: WebSocket, lifecycle: Lifecycle, conversationId: string) {
    this.socket = socket;
    this.lifecycle = lifecycle;
    this.conversationId = conversationId;
  }

  begin(query: URLSearchParams, headers: IncomingHttpHeaders): void {
    const { sessionApiKeys } = this.lifecycle.settings;
    const given = query.get('session_api_key') ?? headers['x-session-api-key']?.toString();
    if (sessionApiKeys.length === 0 || isAcceptedKey(given, sessionApiKeys)) this.follow(query);
    else if (given !== undefined) this.refuse();
    else this.awaitKey(query);
  }

  private awaitKey(query: URLSearchParams): void {
    const timer = setTimeout(() => this.refuse(), authMilliseconds);
    this.socket.on('close', () => clearTimeout(timer));
    this.socket.once('message', (data) => {
      clearTimeout(timer);
      if (this.isAuthentic(data)) this.follow(query);
      else this.refuse();
    });
  }

  private isAuthentic(data: RawData): boolean {
    try {
      const frame = parseJson(data.toString());
      if (!isAuthFrame(frame)) return false;
      const key = frame.session_api_key;
      return isAcceptedKey(typeof key === 'string' ? key : undefined, this.lifecycle.settings.sessionApiKeys);
    } catch {
      // What is not even JSON is no key.
      return false;
    }
  }

  private refuse(): void {
    this.socket.close(4001, 'Authentication failed');
  }

  private follow(query: URLSearchParams): void {
    const id = asConversationId(this.conversationId);
    const conversation = id && this.lifecycle.isReady ? this.lifecycle.catalogue().find(id) : undefined;
    if (!conversation) {
      this.socket.close(4004, 'Conversation not found');
      return;
    }
    if (conversation.subscriberCount >= mostSubscribers) {
      this.socket.close(1013, 'Too many connections for this conversation');
      return;
    }
    this.conversation = conversation;
    this.socket.on('message', (data) => this.receive(data));
    // Sent and subscribed in one turn of the event loop, so that no event is missed or sent twice.
    this.send(conversation.fullState());
    this.resend(conversation, query);
    const unsubscribe = conversation.subscribe({
      onEvent: (event) => this.push(event),
      onEnd: () => this.socket.close(4004, 'Conversation deleted'),
    });
    this.socket.on('close', unsubscribe);
  }

  private resend(conversation: Conversation, query: URLSearchParams): void {
    const mode = query.get('resend_mode') || (/^(true|1)$/i.test(query.get('resend_all') ?? '') ? 'all' : undefined);
    if (mode === 'all') {
      for (const event of conversation.events) this.send(event);
    } else if (mode === 'since') {
      this.reportErrors(() => {
        const from = readTime(query, 'after_timestamp');
        if (from === undefined) throw new HttpError(422, "resend_mode 'since' needs after_timestamp");
        for (const event of filterEvents(conversation.events, { from })) this.send(event);
      });
    }
  }

  private receive(data: RawData): void {
    this.reportErrors(() => {
      const frame = parseJson(data.toString());
      if (isAuthFrame(frame)) return;
      const fields = new Fields(frame);
      const { message } = readUserMessage(fields);
      fields.finish();
      this.lifecycle.catalogue();
      this.conversation?.send(message, true);
    });
  }

  /** A client's mistake is told to that client alone, and the conversation goes on. */
  private reportErrors(act: () => void): void {
    try {
      act();
    } catch (error) {
      const isExpected = error instanceof HttpError;
      if (!isExpected) log(`internal error: ${describe(error)}`);
      const code = isExpected ? (error.status === 422 ? 'ValidationError' : 'HttpError') : 'InternalError';
      const detail = isExpected ? error.message : 'Internal Server Error';
      this.send(newEvent({ kind: 'ServerErrorEvent', source: 'environment', code, detail }));
    }
  }

  private push(event: AgentEvent): void {
    if (this.socket.bufferedAmount > backlogLimitBytes) this.socket.close(1013, 'Too far behind');
    else this.send(event);
  }

  private send(event: AgentEvent): void {
    this.socket.send(JSON.stringify(event));
  }
}

function isAuthFrame(frame: unknown): frame is { readonly session_api_key?: unknown } {
  return isObject(frame) && frame.type === 'auth';
}
