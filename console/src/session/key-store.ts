import { KEY_NAME, storedKey } from './stored-key.ts';

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
    // Another tab of this browser has signed out, or has replaced the key that they share.
    window.addEventListener('storage', ({ key, newValue }) => {
      if (this.#state.apiKey === null || (key !== null && key !== KEY_NAME)) return;
      if (newValue === null) this.end('signed_out');
      else if (sessionStorage.getItem(KEY_NAME) === null) this.#become({ apiKey: newValue, ended: null });
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

  end(reason: SessionEnd): void {
    if (this.#state.apiKey === null) return;
    sessionStorage.clear();
    localStorage.clear();
    this.#become({ apiKey: null, ended: reason });
  }

  #become(state: KeyState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
