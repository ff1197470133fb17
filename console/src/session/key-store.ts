import { forgetAll, KEY_NAME, onStoredKeyChange, storedKey } from './stored-key.ts';

/** Why the last session ended. */
export type SessionEnd = 'signed_out' | 'refused';

export interface KeyState {
  readonly apiKey: string | null;
  readonly ended: SessionEnd | null;
}

/**
 * The API key, in the storage of the tab or, if requested, of the browser. It is stored nowhere else, and a sign-out
 * removes everything that the console has stored.
 */
export class KeyStore {
  #state: KeyState;
  readonly #listeners = new Set<() => void>();

  constructor() {
    this.#state = { apiKey: storedKey(), ended: null };
    onStoredKeyChange(() => {
      const apiKey = storedKey();
      if (apiKey !== this.#state.apiKey) this.#become({ apiKey, ended: apiKey === null ? 'signed_out' : null });
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): KeyState => this.#state;

  /** @param remember whether other tabs can use the key, also after the browser was closed */
  signIn(apiKey: string, remember: boolean): void {
    (remember ? localStorage : sessionStorage).setItem(KEY_NAME, apiKey);
    this.#become({ apiKey, ended: null });
  }

  /** Switches to the successor of the current key, in the same storage. */
  replace(apiKey: string): void {
    this.signIn(apiKey, sessionStorage.getItem(KEY_NAME) === null);
  }

  /** Ends the session of every tab. */
  signOut(): void {
    forgetAll();
    this.#become({ apiKey: null, ended: 'signed_out' });
  }

  /** Ends the session of a key that the service rejected. Has no effect if that session has already ended. */
  refuse(apiKey: string): void {
    if (this.#state.apiKey !== apiKey) return;
    sessionStorage.clear();
    if (localStorage.getItem(KEY_NAME) === apiKey) localStorage.removeItem(KEY_NAME);
    this.#become({ apiKey: null, ended: 'refused' });
  }

  #become(state: KeyState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
