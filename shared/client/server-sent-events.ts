export interface ServerSentEvent {
  /** Where to continue: send it as `Last-Event-ID`. Undefined for an event without an id. */
  readonly id: string | undefined;
  readonly event: string;
  /** The JSON value. */
  readonly data: unknown;
}

/** The events of a response of the type `text/event-stream`. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder();
  let text = '';
  // Leaving the loop early cancels the response.
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) yield event;
    }
  }
}

/** @returns undefined for a comment */
function eventIn(block: string): ServerSentEvent | undefined {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
  const fieldOf = (name: string) => fields.find(([, field]) => field === name)?.[2];
  const data = fieldOf('data');
  if (data === undefined) return undefined;
  return { id: fieldOf('id'), event: fieldOf('event') ?? 'message', data: JSON.parse(data) };
}
