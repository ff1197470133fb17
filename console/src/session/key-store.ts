import { forgetAll, forgetTab, KEY_NAME, onStoredKeyChange, storedKey } from '../people/stored-key.ts';
import type { SiblingTabs } from './sibling-tabs.ts';

/** Why the last session ended. */
export type SessionEnd = 'signed_out' | 'refused';

export interface KeyState {
  readonly apiKey: string | null;
  readonly ended: SessionEnd | null;
  /** Whether another tab is being asked for its key. */
  readonly isAsking?: boolean;
}

/** How long the sign-in stays hidden while other tabs are asked, in milliseconds. */
const HIDDEN_FOR = 500;

/**
 * The API key, in the storage of the tab or, if requested, of the browser. It is stored nowhere else, and a sign-out
 * removes everything that the console has stored. A new tab gets the key of another one.
 */
export class KeyStore {
  #state: KeyState;
  readonly #siblings: SiblingTabs;
  readonly #listeners = new Set<() => void>();

  constructor(siblings: SiblingTabs) {
    const apiKey = storedKey();
    this.#state = { apiKey, ended: null };
    this.#siblings = siblings;
    siblings.join({ keyOf: () => this.#state.apiKey, take: (key) => this.#take(key) });
    onStoredKeyChange(() => {
      // An answer from before a sign-out must not sign in again.
      siblings.stopAsking();
      const stored = storedKey();
      if (stored !== this.#state.apiKey) this.#become({ apiKey: stored, ended: stored === null ? 'signed_out' : null });
    });
    if (apiKey === null) this.#askSiblings();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): KeyState => this.#state;

  /** @param remember whether the key is kept after the browser was closed */
  signIn(apiKey: string, remember: boolean): void {
    this.#siblings.stopAsking();
    (remember ? localStorage : sessionStorage).setItem(KEY_NAME, apiKey);
    this.#become({ apiKey, ended: null });
  }

  /** The person has begun to sign in: the key of another tab would surprise them. */
  readonly beginSignIn = (): void => this.#siblings.stopAsking();

  /** Switches to the successor of the current key, in the same storage, in all tabs that have it. */
  replace(apiKey: string): void {
    const before = this.#state.apiKey;
    this.#take(apiKey);
    if (before !== null) this.#siblings.tellReplaced(before);
  }

  /** Ends the session of every tab. */
  signOut(): void {
    this.#siblings.stopAsking();
    forgetAll();
    this.#become({ apiKey: null, ended: 'signed_out' });
  }

  /** Ends the session of a key that the service rejected. Has no effect if that session has already ended. */
  refuse(apiKey: string): void {
    if (this.#state.apiKey !== apiKey) return;
    forgetTab();
    if (localStorage.getItem(KEY_NAME) === apiKey) localStorage.removeItem(KEY_NAME);
    this.#become({ apiKey: null, ended: 'refused' });
  }

  /** Takes a key in the storage of the current one: that of the tab, unless the browser remembers it. */
  #take(apiKey: string): void {
    this.signIn(apiKey, localStorage.getItem(KEY_NAME) !== null && sessionStorage.getItem(KEY_NAME) === null);
  }

  #askSiblings(): void {
    this.#state = { ...this.#state, isAsking: true };
    this.#siblings.ask();
    setTimeout(() => {
      if (this.#state.isAsking) this.#become({ apiKey: null, ended: null });
    }, HIDDEN_FOR);
  }

  #become(state: KeyState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
