/** The service does not answer. */
export interface Silence {
  /** When the service last answered; undefined if it never did. */
  readonly since: Date | undefined;
  /** Whether this device has no network. */
  readonly isOffline: boolean;
}

/** Asks the service for anything. Rejects if no response arrives. */
type Probe = (signal: AbortSignal) => Promise<unknown>;

/** How a request ended. */
interface Watched {
  readonly answered: () => void;
  readonly unanswered: () => void;
  /** The caller no longer waits for it. */
  readonly dropped: () => void;
}

/** A request without a response for this long is doubtful: the service is asked, in milliseconds. */
const DOUBT = 5_000;

/** How long the service may take for its answer to a doubt, and while it is silent, in milliseconds. */
const ANSWER = { inDoubt: 5_000, inSilence: 10_000 } as const;

/** The pause between two questions while the service is silent, in milliseconds. */
const PAUSE = { first: 1_000, longest: 5_000 } as const;

/**
 * Whether the service answers, by the requests of this tab. One slow request is no silence: only if nothing was answered
 * since it was sent, the service is silent. It is then asked until it answers.
 */
export class Connection {
  #silence: Silence | null = null;
  #answeredAt: number | undefined;
  #probe: Probe | undefined;
  #isAsking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Null while the service answers. */
  readonly get = (): Silence | null => this.#silence;

  /** Follows the network of the device, and asks the service in doubt. @returns a function that stops it */
  start(probe: Probe): () => void {
    this.#probe = probe;
    const ask = (): void => void this.#ask(ANSWER.inSilence);
    for (const name of ['online', 'offline']) window.addEventListener(name, ask);
    document.addEventListener('visibilitychange', this.#onShown);
    if (!navigator.onLine) ask();
    return () => {
      for (const name of ['online', 'offline']) window.removeEventListener(name, ask);
      document.removeEventListener('visibilitychange', this.#onShown);
      clearTimeout(this.#timer);
      this.#probe = undefined;
    };
  }

  /** Watches a request that is sent now. */
  watch(): Watched {
    const sentAt = Date.now();
    const timer = setTimeout(() => void this.#ask(ANSWER.inDoubt), DOUBT);
    return {
      answered: () => {
        clearTimeout(timer);
        this.#hear();
      },
      unanswered: () => {
        clearTimeout(timer);
        this.#missed(sentAt);
      },
      dropped: () => clearTimeout(timer),
    };
  }

  #hear(): void {
    this.#answeredAt = Date.now();
    if (this.#silence) this.#become(null);
  }

  #missed(sentAt: number): void {
    if (this.#answeredAt !== undefined && this.#answeredAt > sentAt) return;
    const isOffline = !navigator.onLine;
    if (this.#silence?.isOffline === isOffline) return;
    const since = this.#answeredAt === undefined ? undefined : new Date(this.#answeredAt);
    this.#become({ since, isOffline });
    this.#askLater(PAUSE.first);
  }

  async #ask(limit: number): Promise<void> {
    if (this.#isAsking || !this.#probe) return;
    this.#isAsking = true;
    const sentAt = Date.now();
    try {
      await this.#probe(AbortSignal.timeout(limit));
      this.#hear();
    } catch {
      this.#missed(sentAt);
    } finally {
      this.#isAsking = false;
    }
  }

  #askLater(pause: number): void {
    clearTimeout(this.#timer);
    if (!this.#probe) return;
    this.#timer = setTimeout(async () => {
      // A background tab asks when it is shown again.
      if (!document.hidden) await this.#ask(ANSWER.inSilence);
      if (this.#silence) this.#askLater(Math.min(pause * 2, PAUSE.longest));
    }, pause);
  }

  readonly #onShown = (): void => {
    if (this.#silence && !document.hidden) void this.#ask(ANSWER.inSilence);
  };

  #become(silence: Silence | null): void {
    this.#silence = silence;
    if (!silence) clearTimeout(this.#timer);
    for (const tell of [...this.#listeners]) tell();
  }
}

/** The connection of this tab to the service. */
export const connection = new Connection();
