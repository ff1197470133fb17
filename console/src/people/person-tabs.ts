import type { Tokens } from '../../../shared/client/people/tokens.ts';

/**
 * What the tabs of one browser tell each other about the person who is signed in. Tokens are sent only as the answer to
 * a tab that has asked for them.
 */
type Message =
  /** `family`: only tokens of this sign-in, which arrived later than `since`; null for any. */
  | { readonly type: 'ask'; readonly id: string; readonly family: string | null; readonly since: number }
  | { readonly type: 'answer'; readonly id: string; readonly tokens: Tokens };

/** The part of `BroadcastChannel` that is needed. */
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** How long a tab waits for the tokens of another one, in milliseconds. */
const WAIT = 500;

/** The other tabs of this browser in which the console is open for the same service. */
export class PersonTabs {
  readonly #channel: Channel;
  readonly #asked = new Map<string, (tokens: Tokens) => void>();
  #tokensOf: () => Tokens | null = () => null;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.addEventListener('message', ({ data }) => this.#receive(data));
  }

  /** Answers other tabs from now on. */
  join(tokensOf: () => Tokens | null): void {
    this.#tokensOf = tokensOf;
  }

  /** The tokens of another tab, or null after half a second. */
  async any(): Promise<Tokens | null> {
    return await this.#ask({ family: null, since: 0 });
  }

  /** Tokens that another tab got later with the same sign-in. */
  async newerThan({ family, arrivedAt }: Tokens): Promise<Tokens | null> {
    return await this.#ask({ family, since: arrivedAt });
  }

  #ask(wanted: { readonly family: string | null; readonly since: number }): Promise<Tokens | null> {
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const end = (tokens: Tokens | null): void => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(tokens);
      };
      const timer = setTimeout(() => end(null), WAIT);
      this.#asked.set(id, end);
      this.#send({ type: 'ask', id, ...wanted });
    });
  }

  #receive(data: unknown): void {
    const message = data as Message;
    if (message?.type === 'answer') this.#asked.get(message.id)?.(message.tokens);
    if (message?.type !== 'ask') return;
    const tokens = this.#tokensOf();
    if (tokens === null || tokens.arrivedAt <= message.since) return;
    if (message.family !== null && message.family !== tokens.family) return;
    this.#send({ type: 'answer', id: message.id, tokens });
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }
}

/** The tabs that use the same service. */
export function personTabsFor(apiUrl: string): PersonTabs {
  return new PersonTabs(new BroadcastChannel(`acs.people ${apiUrl}`));
}
