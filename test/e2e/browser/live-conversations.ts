import type { Page, WebSocket } from 'playwright-core';
import { eventually } from '../../support/service/eventually.ts';

/** The address of a page with a conversation that has started, and its id: before, it has the id of the start. */
export const CONVERSATION = /\/conversations\/([0-9a-f]{32})/;

/** The connections over which a page hears its agents. */
export class LiveConversations {
  readonly #page: Page;
  readonly #patience: number;
  readonly #heard = new Set<WebSocket>();

  /** @param patience how long a page may take to connect, in milliseconds */
  constructor(page: Page, patience: number) {
    this.#page = page;
    this.#patience = patience;
    page.on('websocket', (socket) => {
      socket.on('framereceived', () => this.#heard.add(socket));
      socket.on('close', () => this.#heard.delete(socket));
    });
    // A page that is left takes its connections with it, and not every one of them says so.
    page.on('domcontentloaded', () => this.#heard.clear());
  }

  /** Returns when the agent of the conversation in the page's address has been heard over an open connection. */
  async untilShownOneIs(): Promise<void> {
    await eventually(
      'an open connection to the agent of the page',
      () => this.#shownOneIs() || undefined,
      this.#patience,
    );
  }

  #shownOneIs(): boolean {
    const id = CONVERSATION.exec(this.#page.url())?.[1];
    return id !== undefined && [...this.#heard].some((socket) => socket.url().includes(`/${id}`));
  }
}
