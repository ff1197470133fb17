/** The media type of server-sent events. They are always UTF-8. */
export const EVENT_STREAM = 'text/event-stream';

interface ServerSentEvent {
  /** The position after this event, which a client that reconnects sends as `Last-Event-ID`. */
  readonly id?: string;
  readonly event?: string;
  readonly data: unknown;
}

/** One event as text. Its data is one line of JSON. */
export function serverSentEvent({ id, event, data }: ServerSentEvent): string {
  const fields = [...(id === undefined ? [] : [`id: ${id}`]), ...(event === undefined ? [] : [`event: ${event}`])];
  return `${[...fields, `data: ${JSON.stringify(data)}`].join('\n')}\n\n`;
}

/** A comment, which clients ignore. It keeps a silent connection alive: API Gateway closes one after 29 seconds. */
export const KEEP_ALIVE = ':\n\n';
