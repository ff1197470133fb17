/** A browser with tabs of one origin: their storage and its events. */

class TextStorage implements Storage {
  readonly #texts = new Map<string, string>();
  readonly #changed: (key: string | null) => void;
  [name: string]: unknown;

  constructor(changed: (key: string | null) => void = () => undefined) {
    this.#changed = changed;
  }

  get length(): number {
    return this.#texts.size;
  }

  key(index: number): string | null {
    return [...this.#texts.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.#texts.set(key, text);
    this.#changed(key);
  }

  removeItem(key: string): void {
    if (this.#texts.delete(key)) this.#changed(key);
  }

  clear(): void {
    const { length } = this;
    this.#texts.clear();
    // Browsers send no event when an empty storage is cleared.
    if (length > 0) this.#changed(null);
  }
}

export interface Tab {
  readonly window: EventTarget;
  readonly sessionStorage: Storage;
}

export class Browser {
  readonly localStorage = new TextStorage((key) => this.#tell(key));
  readonly #tabs: Tab[] = [];
  #current: Tab | undefined;

  open(): Tab {
    const tab = { window: new EventTarget(), sessionStorage: new TextStorage() };
    this.#tabs.push(tab);
    return tab;
  }

  /** Runs code with the globals of a tab. */
  in<Result>(tab: Tab, run: () => Result): Result {
    const before = this.#current;
    this.#enter(tab);
    try {
      return run();
    } finally {
      if (before) this.#enter(before);
    }
  }

  /** Restores a tab from the back-forward cache. */
  showAgain(tab: Tab): void {
    this.in(tab, () => tab.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  }

  #enter(tab: Tab): void {
    this.#current = tab;
    Object.assign(globalThis, { ...tab, localStorage: this.localStorage });
  }

  /** Storage events are delivered after the code that changes the storage. */
  #tell(key: string | null): void {
    const from = this.#current;
    queueMicrotask(() => {
      for (const tab of this.#tabs) {
        if (tab !== from) this.in(tab, () => tab.window.dispatchEvent(Object.assign(new Event('storage'), { key })));
      }
    });
  }
}
