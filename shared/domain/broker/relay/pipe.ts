/** Pieces between a fast writer and a slow reader. The writer waits while the reader has enough. */
export class Pipe {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #isClosed = false;
  #failure: { readonly error: unknown } | undefined;
  /** Whether anything was written. */
  isUsed = false;
  /** Whether the reader has gone. What is written then is dropped. */
  isAbandoned = false;
  #wakeReader: () => void = () => undefined;
  #wakeWriter: () => void = () => undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Resolves when there is room for the next piece. */
  async write(piece: Uint8Array): Promise<void> {
    if (piece.length === 0 || this.isAbandoned) return;
    this.isUsed = true;
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    this.#wakeReader();
    if (this.#bytes >= this.#maxBytes) await this.#until((wake) => (this.#wakeWriter = wake));
  }

  /** Ends the wait of the writer. */
  unblock(): void {
    this.#wakeWriter();
  }

  /** The reader gets what was written before, and then the end. */
  close(): void {
    this.#isClosed = true;
    this.#wakeReader();
  }

  /** The reader gets what was written before, and then the error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.close();
  }

  /** The client has stopped reading. */
  abandon(): void {
    this.isAbandoned = true;
    this.#pieces = [];
    this.#bytes = 0;
    this.#wakeWriter();
    this.#wakeReader();
  }

  /** The next piece, `end`, or `silence` if nothing was written for so long. */
  async read(milliseconds: number): Promise<Uint8Array | 'end' | 'silence'> {
    if (this.#pieces.length === 0 && !this.#isClosed && !this.isAbandoned) {
      let timer: NodeJS.Timeout | undefined;
      await this.#until((wake) => {
        this.#wakeReader = wake;
        timer = setTimeout(wake, milliseconds);
      });
      clearTimeout(timer);
    }
    const piece = this.#pieces.shift();
    if (piece) {
      this.#bytes -= piece.length;
      if (this.#bytes < this.#maxBytes) this.#wakeWriter();
      return piece;
    }
    if (this.isAbandoned) return 'end';
    if (this.#failure) throw this.#failure.error;
    return this.#isClosed ? 'end' : 'silence';
  }

  async #until(onWait: (wake: () => void) => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    onWait(resolve);
    await promise;
  }
}
