import type { ReactNode } from 'react';
import type { Tone } from '../../../shared/presentation/conversations.ts';
import { classes } from './classes.ts';

const colours: Readonly<Record<Tone | 'plain', string>> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  plain: 'bg-raised text-ink-soft',
};

interface Props {
  readonly tone: Tone | 'plain';
  /** Whether it is in progress, such as a start. */
  readonly isMoving?: boolean;
  readonly children: ReactNode;
}

/** A status in one word. Its colour only supports the word. */
export function Badge({ tone, isMoving = false, children }: Props) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-transparent px-2 py-0.5 font-medium text-xs',
        colours[tone],
      )}
    >
      <span
        aria-hidden
        className={classes(
          'size-1.5 rounded-full bg-current forced-colors:bg-[CanvasText]',
          isMoving && 'motion-safe:animate-pulse',
        )}
      />
      {children}
    </span>
  );
}
