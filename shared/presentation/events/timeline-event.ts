import type { Json } from './json.ts';

/** The outcome of a tool call. */
export type Outcome = 'done' | 'failed' | 'rejected';

/** The content of an event, by the form in which it is shown. */
export type Content =
  | {
      readonly type: 'message';
      readonly from: 'user' | 'agent';
      readonly text: string;
      readonly images: readonly string[];
      readonly thought: string;
      /** For a message that is a tool call, such as `finish`. */
      readonly callId?: string | undefined;
    }
  | {
      readonly type: 'action';
      readonly callId: string | undefined;
      readonly tool: string;
      readonly action: Json;
      /** The purpose of the call, from the agent. */
      readonly summary: string | undefined;
      /** The message to the user beside the call. */
      readonly text: string;
      readonly thought: string;
    }
  | {
      readonly type: 'result';
      readonly callId: string | undefined;
      readonly actionId: string | undefined;
      readonly tool: string;
      readonly outcome: Outcome;
      readonly result: Json;
      readonly text: string;
    }
  | { readonly type: 'error'; readonly title: string; readonly detail: string; readonly remedy: string }
  /** `isMinor`: bookkeeping of the agent, which is hidden by default. */
  | { readonly type: 'state'; readonly text: string; readonly isMinor: boolean }
  /** A text that few people read. */
  | { readonly type: 'note'; readonly title: string; readonly text: string }
  | { readonly type: 'unknown' };

/** An event of a conversation. */
export interface TimelineEvent {
  readonly id: string;
  readonly kind: string;
  /** In UTC with microseconds, see `eventTime`. */
  readonly at: string;
  readonly content: Content;
  /** The event as its agent sent it. */
  readonly raw: Json;
}

/** An event with content of one type. */
export type EventOf<Type extends Content['type']> = TimelineEvent & {
  readonly content: Extract<Content, { readonly type: Type }>;
};

export function isOf<Type extends Content['type']>(event: TimelineEvent, type: Type): event is EventOf<Type> {
  return event.content.type === type;
}
