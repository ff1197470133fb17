import { authFrame, eventSocketUrl, readEventFrame } from '../../../../../../shared/client/agent-events.ts';
import { backoff } from '../../../../../../shared/client/retries.ts';
import type { AgentAddress } from './address.ts';

/**
 * `live`: events arrive as they happen. `reconnecting`: the connection was lost. `history`: the agent is unreachable.
 */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'history';

interface Options {
  readonly address: AgentAddress;
  /** Reads the URL again: it changes with a pause and a resume. */
  readonly freshAddress: () => Promise<AgentAddress | null>;
  /** The time from which events are wanted; undefined for all. */
  readonly after: () => string | undefined;
  readonly onEvent: (event: unknown) => void;
  readonly onConnection: (connection: Connection) => void;
  /** The shortest wait for the next attempt while the agent is unreachable, in milliseconds. */
  readonly rest: (retries: { readonly isActive: () => boolean }) => number;
}

/** After this many failures in a row the history is shown, while the attempts continue. */
const FAILURES_UNTIL_HISTORY = 3;
/** A connection counts as stable after this time, in milliseconds. */
const STABLE_AFTER = 10_000;

/**
 * Follows a conversation at its agent server and reconnects until it is stopped. Browsers do not reveal why a WebSocket
 * was refused, so each attempt reads the URL again.
 */
export class LiveEvents {
  readonly #options: Options;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;
  readonly #retries = { isActive: () => !this.#isStopped && this.#failures > FAILURES_UNTIL_HISTORY };

  constructor(options: Options) {
    this.#options = options;
    options.onConnection('connecting');
    this.#connect(options.address);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(address: AgentAddress): void {
    const { after, onEvent, onConnection } = this.#options;
    const socket = new WebSocket(eventSocketUrl(address.url, after()));
    this.#socket = socket;
    let stable: ReturnType<typeof setTimeout> | undefined;
    socket.addEventListener('open', () => {
      socket.send(authFrame(address.key));
      stable = setTimeout(() => {
        this.#failures = 0;
      }, STABLE_AFTER);
    });
    socket.addEventListener('message', ({ data }) => {
      if (this.#isStopped) return;
      // The first frame, the full state, means that the key was accepted.
      onConnection('live');
      const event = readEventFrame(data);
      if (event !== undefined) onEvent(event);
    });
    socket.addEventListener('close', () => {
      clearTimeout(stable);
      if (!this.#isStopped) this.#retryLater();
    });
  }

  #retryLater(): void {
    this.#failures += 1;
    const isUnreachable = this.#failures > FAILURES_UNTIL_HISTORY;
    this.#options.onConnection(isUnreachable ? 'history' : 'reconnecting');
    const rest = isUnreachable ? this.#options.rest(this.#retries) : 0;
    this.#timer = setTimeout(() => void this.#retry(), Math.max(rest, backoff(this.#failures)));
  }

  async #retry(): Promise<void> {
    await shown();
    if (this.#isStopped) return;
    // A failed request to the service counts as a failure too. The history shows its error.
    const address = await this.#options.freshAddress().catch(() => undefined);
    if (this.#isStopped) return;
    if (address) return this.#connect(address);
    if (address === null) this.#failures = Math.max(this.#failures, FAILURES_UNTIL_HISTORY);
    this.#retryLater();
  }
}

/** Waits until the tab is visible: one in the background sends no requests. */
async function shown(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
