/**
 * What the tabs of one browser tell each other. Browsers deliver it only to pages of the same origin. A key is sent only
 * as the answer to a tab that has asked for one.
 */
type Message =
  /** `of`: the only tab that is asked; null for any. */
  | { readonly type: 'ask'; readonly id: string; readonly of: string | null }
  | { readonly type: 'answer'; readonly id: string; readonly apiKey: string }
  /** The key with this ID has a successor, which the tab `by` has. */
  | { readonly type: 'replaced'; readonly keyId: string; readonly by: string };

/** The part of `BroadcastChannel` that is needed. */
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** How long a tab waits for the key of another one, in milliseconds. */
const LONGEST_WAIT = 3_000;

interface Tab {
  /** The key of this tab; null if it is not signed in. */
  readonly keyOf: () => string | null;
  /** Switches this tab to a key of another tab. */
  readonly take: (apiKey: string) => void;
}

/** The other tabs of this browser in which the console is open for the same service. */
export class SiblingTabs {
  readonly #id = crypto.randomUUID();
  readonly #channel: Channel;
  #asked: { readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  #tab: Tab | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.addEventListener('message', ({ data }) => this.#receive(data));
  }

  /** Answers other tabs from now on. */
  join(tab: Tab): void {
    this.#tab = tab;
  }

  /** Asks for the key of another tab, for a limited time. @param of the tab; by default any */
  ask(of: string | null = null): void {
    this.stopAsking();
    const id = crypto.randomUUID();
    this.#asked = { id, timer: setTimeout(() => this.stopAsking(), LONGEST_WAIT) };
    this.#send({ type: 'ask', id, of });
  }

  /** Ignores answers that are still to come. */
  stopAsking(): void {
    clearTimeout(this.#asked?.timer);
    this.#asked = undefined;
  }

  /** Asks the other tabs that have this key to take its successor. */
  tellReplaced(apiKey: string): void {
    this.#send({ type: 'replaced', keyId: idOf(apiKey), by: this.#id });
  }

  #receive(data: unknown): void {
    const message = data as Message;
    const apiKey = this.#tab?.keyOf() ?? null;
    switch (message?.type) {
      case 'ask':
        if (apiKey !== null && (message.of === null || message.of === this.#id))
          this.#send({ type: 'answer', id: message.id, apiKey });
        break;
      case 'answer':
        if (this.#asked?.id !== message.id) break;
        this.stopAsking();
        this.#tab?.take(message.apiKey);
        break;
      case 'replaced':
        if (apiKey !== null && idOf(apiKey) === message.keyId) this.ask(message.by);
    }
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }
}

/** The public part of a key: `acs_ID_SECRET`. */
const idOf = (apiKey: string): string => apiKey.split('_')[1] ?? '';

/** The tabs that use the same service. */
export function siblingsFor(apiUrl: string): SiblingTabs {
  return new SiblingTabs(new BroadcastChannel(`acs.session ${apiUrl}`));
}
