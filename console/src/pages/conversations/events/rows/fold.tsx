import { ChevronRight } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useId, useSyncExternalStore } from 'react';
import { classes } from '../../../../ui/classes.ts';

/** The expanded rows. It outlives the rows, which are unmounted while they are out of view. */
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

/** Whether a part is expanded, and the function that toggles it. */
export function useOpen(key: string): readonly [isOpen: boolean, toggle: () => void] {
  const rows = use(OpenRowsContext);
  const has = (): boolean => rows.has(key);
  const isOpen = useSyncExternalStore(rows.subscribe, has, has);
  const toggle = useCallback(() => rows.toggle(key), [rows, key]);
  return [isOpen, toggle];
}

interface Props {
  /** The key in `OpenRows`. */
  readonly id: string;
  readonly title: ReactNode;
  readonly children: () => ReactNode;
}

/** A part that is collapsed at first. */
export function Fold({ id, title, children }: Props) {
  const [isOpen, toggle] = useOpen(id);
  const panel = useId();
  return (
    <div className="grid min-w-0 gap-2">
      <button
        aria-controls={isOpen ? panel : undefined}
        aria-expanded={isOpen}
        className="flex min-h-6 min-w-0 max-w-full items-center gap-1.5 justify-self-start rounded text-left text-ink-soft text-xs hover:text-ink"
        onClick={toggle}
        type="button"
      >
        <ChevronRight aria-hidden className={classes('size-3.5 shrink-0', isOpen && 'rotate-90')} />
        <span className="min-w-0 truncate">{title}</span>
      </button>
      {isOpen && (
        <div className="min-w-0" id={panel}>
          {children()}
        </div>
      )}
    </div>
  );
}
