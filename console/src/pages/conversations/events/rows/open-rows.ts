import { createContext, use, useCallback, useSyncExternalStore } from 'react';

/** What people have unfolded. Rows leave the page while they are out of sight, and come back as they were. */
export class OpenRows {
  readonly #keys = new Set<string>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  toggle(key: string): void {
    if (!this.#keys.delete(key)) this.#keys.add(key);
    for (const listener of this.#listeners) listener();
  }

  open(key: string): void {
    if (!this.has(key)) this.toggle(key);
  }

  close(key: string): void {
    if (this.has(key)) this.toggle(key);
  }
}

export const OpenRowsContext = createContext(new OpenRows());

/** Whether a part is unfolded, and what folds and unfolds it. */
export function useOpen(key: string): readonly [isOpen: boolean, toggle: () => void] {
  const rows = use(OpenRowsContext);
  const has = (): boolean => rows.has(key);
  const isOpen = useSyncExternalStore(rows.subscribe, has, has);
  const toggle = useCallback(() => rows.toggle(key), [rows, key]);
  return [isOpen, toggle];
}
