import { forgetAll, KEY_NAME, onStoredKeyChange, storedKey } from './stored-key.ts';

/** Why there is no session (any more). */
export type SessionEnd = 'signed_out' | 'refused';

export interface KeyState {
  readonly apiKey: string | null;
  readonly ended: SessionEnd | null;
}

/**
 * The API key of this person: in the storage of the tab, or where they asked for it in that of the browser. It is
 * nowhere else, and a sign-out forgets all that the console has stored.
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

  /** @param remember also for other tabs and after the browser was closed */
  signIn(apiKey: string, remember: boolean): void {
    (remember ? localStorage : sessionStorage).setItem(KEY_NAME, apiKey);
    this.#become({ apiKey, ended: null });
  }

  /** Goes on with the key that takes the place of the present one, and keeps it where that was kept. */
  replace(apiKey: string): void {
    this.signIn(apiKey, sessionStorage.getItem(KEY_NAME) === null);
  }

  /** Ends the session of every tab. */
  signOut(): void {
    forgetAll();
    this.#become({ apiKey: null, ended: 'signed_out' });
  }

  /** The service has refused a key. The answer may come after the session of that key: then nothing ends. */
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
