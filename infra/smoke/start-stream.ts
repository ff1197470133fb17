import type { components } from '../../shared/client/api-types.ts';

export type StartTask = components['schemas']['AppConversationStartTask'];

/** The states of a start as the service streams them: one JSON array that grows by an element at each change. */
export class StartStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  #given = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The states that came since the last call, as soon as there is one; none at the end of the stream. */
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
    // A broken connection has ended already, and its reader has the error.
    await this.#reader.cancel().catch(() => undefined);
  }
}

/** The elements of an array whose end may not be there yet. Each is sent in one piece with its comma. */
export function statesIn(text: string): readonly StartTask[] {
  const whole = text.trimEnd();
  for (const end of ['', ']']) {
    try {
      return JSON.parse(`${whole}${end}`);
    } catch {
      // Not the end yet, or cut within an element: the next piece completes it.
    }
  }
  return [];
}
