import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Facts with their names, in as many columns as there is room for. */
export function Definitions({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2 xl:grid-cols-4">{children}</dl>;
}

interface Props {
  readonly term: string;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

export function Definition({ term, children, isWide = false }: Props) {
  return (
    <div className={classes('grid min-w-0 content-start gap-1', isWide && 'col-span-full')}>
      <dt className="text-ink-soft text-xs">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
