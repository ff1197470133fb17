import type { ModelTokens } from '../../../shared/domain/broker/calls/model-call.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** An answer of the model, in the format of whichever interface is asked. */
export interface Answer {
  readonly text?: string;
  readonly tools?: readonly ToolCall[];
  /** What it reports; `none`: nothing, as some servers do. */
  readonly tokens?: Partial<ModelTokens> | 'none';
  /** Characters of each piece of a stream. */
  readonly pieceLength?: number;
  /** Milliseconds between two pieces of a stream, for measurements. */
  readonly pause?: number;
  /** Waits before this piece of a stream; 0 is the first one. */
  readonly hold?: { readonly before: number; readonly until: Promise<unknown> };
  /** Closes the connection after this many pieces of a stream, or after this many bytes of a whole answer. */
  readonly diesAfter?: number;
}

/** A response with these bytes, whatever was asked. */
export interface RawAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pieces: readonly (string | Uint8Array)[];
  /** How it ends: the end of the response, a closed connection, or nothing. */
  readonly end?: 'end' | 'die' | 'hang';
}

/** An error of the provider, in the format of the interface. */
export interface ErrorAnswer {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One step of a script. */
export type Step =
  | ({ readonly kind: 'answer' } & Answer)
  | ({ readonly kind: 'raw' } & RawAnswer)
  | ({ readonly kind: 'error' } & ErrorAnswer)
  /** Sends nothing until this has happened; then the next step, if any. */
  | { readonly kind: 'wait'; readonly until: Promise<unknown>; readonly step: Step };

export const says = (text: string, more: Answer = {}): Step => ({ kind: 'answer', text, ...more });

export const calls = (...tools: readonly ToolCall[]): Step => ({ kind: 'answer', tools });

export const fails = (status: number, message: string, more: Partial<ErrorAnswer> = {}): Step => ({
  kind: 'error',
  status,
  message,
  ...more,
});

export const sends = (answer: RawAnswer): Step => ({ kind: 'raw', ...answer });

/** As a provider that is busy, with its headers. */
export const isBusy = (): Step =>
  fails(429, 'Rate limit reached for requests', {
    type: 'rate_limit_error',
    headers: {
      'retry-after': '7',
      'x-ratelimit-remaining-requests': '0',
      'anthropic-ratelimit-requests-remaining': '0',
      'x-request-id': 'req_provider',
      'request-id': 'req_provider',
    },
  });
