import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

interface Props {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Content that reaches the edges, such as a table. */
  readonly isFlush?: boolean;
}

export function Card({ title, actions, children, isFlush = false }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className="min-w-0 rounded-xl border border-line bg-surface"
    >
      {(title !== undefined || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3.5 pb-1">
          {title !== undefined && (
            <h2 className="min-w-0 font-semibold text-sm wrap-anywhere" id={id}>
              {title}
            </h2>
          )}
          {actions}
        </header>
      )}
      <div className={classes(!isFlush && 'p-4 *:data-inset:p-0', !isFlush && title !== undefined && 'pt-2')}>
        {children}
      </div>
    </section>
  );
}
