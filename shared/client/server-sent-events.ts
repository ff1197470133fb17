/** An event as it arrived. */
export interface SentEvent {
  /** `message` unless the event names its type. */
  readonly event: string;
  readonly data: string;
  /** The last id of the stream so far; undefined before the first. */
  readonly id: string | undefined;
  /** How long to wait before the next connection, in milliseconds, if the service has said so. */
  readonly retry: number | undefined;
}

/** The longest event that is read, in characters: the data of one has at most 6 MB. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Parses a stream of server-sent events. An incomplete event at the end is dropped. A `retry` without an event is an
 * event without data. The signal ends it: that of a request is not enough, as Node.js forgets it once the request is
 * collected as garbage.
 *
 * @throws the error of a connection that is lost; Error for an event without an end; the reason of the signal
 */
export async function* sentEvents(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const leave = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', leave, { once: true });
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | undefined;
  let retry: number | undefined;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      if (rest.length > LONGEST) throw new Error('The service sent an event that is too long.');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = fieldsOf(block);
        id = fields.get('id') ?? id;
        const pause = fields.get('retry');
        if (pause !== undefined) retry = Number(pause);
        const data = fields.get('data');
        if (data !== undefined || pause !== undefined) {
          yield { event: fields.get('event') ?? 'message', data: data ?? '', id, retry };
        }
      }
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    await reader.cancel().catch(() => undefined);
  }
}

/** The fields of an event. The service writes each on one line. */
function fieldsOf(block: string): ReadonlyMap<string, string> {
  const pairs = block.split('\n').flatMap((line) => {
    const [, name, value] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return new Map(pairs);
}
