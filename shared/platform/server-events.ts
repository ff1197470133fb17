/** A server-sent event before it is written. */
export interface ServerEvent<Type extends string = string> {
  readonly event: Type;
  readonly data: unknown;
  /** Where a stream continues after this event: clients send it as `Last-Event-ID`. */
  readonly id?: string;
}

/** What a stream of events consists of. `ping`: a comment, so that no proxy closes a silent connection. */
export type StreamPart<Type extends string = string> =
  | ServerEvent<Type>
  | 'ping'
  /** How long a client waits before it connects again, in milliseconds. */
  | { readonly retry: number };

/** The result of an operation that streams server-sent events (`events` of the contract). */
export class ServerEvents<Type extends string = string> {
  readonly parts: AsyncIterable<StreamPart<Type>>;

  constructor(parts: AsyncIterable<StreamPart<Type>>) {
    this.parts = parts;
  }
}

/** The part as text. JSON has no line breaks, so data is one line. */
export function written(part: StreamPart): string {
  if (part === 'ping') return ': ping\n\n';
  if ('retry' in part) return `retry: ${part.retry}\n\n`;
  const id = part.id === undefined ? '' : `id: ${part.id}\n`;
  return `${id}event: ${part.event}\ndata: ${JSON.stringify(part.data)}\n\n`;
}
