import type { components } from '../../shared/client/api-types.ts';

export type StartTask = components['schemas']['AppConversationStartTask'];

/** The streamed states of a start: one JSON array that grows by an element per change. */
export class StartStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  #given = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Waits for new states; empty at the end of the stream. */
  async next(signal: AbortSignal): Promise<readonly StartTask[]> {
    const onAbort = () => void this.end();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        signal.throwIfAborted();
        this.#text += this.#decoder.decode(value, { stream: !done });
        const states = statesIn(this.#text).slice(this.#given);
        this.#given += states.length;
        if (states.length > 0 || done) return states;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async end(): Promise<void> {
    // The reader has the error of a broken connection.
    await this.#reader.cancel().catch(() => undefined);
  }
}

/** The elements of an array whose end may be missing. Each arrives in one piece with its comma. */
export function statesIn(text: string): readonly StartTask[] {
  const whole = text.trimEnd();
  for (const end of ['', ']']) {
    try {
      return JSON.parse(`${whole}${end}`);
    } catch {
      // The next piece completes the element.
    }
  }
  return [];
}
