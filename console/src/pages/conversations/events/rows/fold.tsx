import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../../../../ui/classes.ts';
import { useOpen } from './open-rows.ts';

interface Props {
  /** By which it is remembered whether it is open. */
  readonly id: string;
  readonly title: ReactNode;
  readonly children: () => ReactNode;
}

/** A part that is folded until someone wants to see it. */
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
