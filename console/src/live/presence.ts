import { RESTS_AFTER } from './pace.ts';

/** What counts as using the page. */
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** When the reader last used the page. */
export class Presence {
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #lastInput: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#lastInput = now();
  }

  get sinceInput(): number {
    return this.#now() - this.#lastInput;
  }

  /** @returns a function that stops it */
  watch(page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'hidden'>): () => void {
    const onShown = (): void => {
      if (!page.hidden) this.note();
    };
    for (const name of INPUTS) page.addEventListener(name, this.note, { passive: true, capture: true });
    page.addEventListener('visibilitychange', onShown);
    return () => {
      for (const name of INPUTS) page.removeEventListener(name, this.note, { capture: true });
      page.removeEventListener('visibilitychange', onShown);
    };
  }

  readonly note = (): void => {
    const isReturn = this.sinceInput >= RESTS_AFTER;
    this.#lastInput = this.#now();
    if (isReturn) for (const tell of [...this.#listeners]) tell();
  };

  /** Calls the listener when the reader comes back to a page that has slowed down. @returns a function that stops it */
  onReturn(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
