import type { Json } from './json.ts';

/** What came of a tool call. */
export type Outcome = 'done' | 'failed' | 'rejected';

/** What an event says, by the way in which it is shown. */
export type Content =
  | {
      readonly type: 'message';
      readonly from: 'user' | 'agent';
      readonly text: string;
      readonly images: readonly string[];
      readonly thought: string;
      /** Of a message that is the call of a tool, such as `finish`. */
      readonly callId?: string | undefined;
    }
  | {
      readonly type: 'action';
      readonly callId: string | undefined;
      readonly tool: string;
      readonly action: Json;
      /** What the call is for, in the words of the agent. */
      readonly summary: string | undefined;
      /** What the agent said to the user with the call. */
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
  /** `isMinor`: bookkeeping of the agent, which is only shown where it is asked for. */
  | { readonly type: 'state'; readonly text: string; readonly isMinor: boolean }
  /** A text that is seldom read. */
  | { readonly type: 'note'; readonly title: string; readonly text: string }
  | { readonly type: 'unknown' };

/** An event, read once. */
export interface TimelineEvent {
  readonly id: string;
  readonly kind: string;
  /** In UTC with microseconds, see `eventTime`. */
  readonly at: string;
  readonly content: Content;
  /** The event as its agent made it. */
  readonly raw: Json;
}

/** An event whose content is of one type. */
export type EventOf<Type extends Content['type']> = TimelineEvent & {
  readonly content: Extract<Content, { readonly type: Type }>;
};

export function isOf<Type extends Content['type']>(event: TimelineEvent, type: Type): event is EventOf<Type> {
  return event.content.type === type;
}
