import { ArrowDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Item } from './timeline-item.tsx';

interface Props {
  readonly items: readonly Item[];
  readonly isAtEnd: boolean;
  readonly onJump: () => void;
}

/** Says how much has happened out of sight, and leads there. */
export function JumpToNewest({ items, isAtEnd, onJump }: Props) {
  const newest = items.at(-1)?.key;
  const [seen, setSeen] = useState(newest);
  useEffect(() => {
    if (isAtEnd) setSeen(newest);
  }, [isAtEnd, newest]);
  if (isAtEnd || items.length === 0) return null;
  const place = items.findLastIndex(({ key }) => key === seen);
  const fresh = place < 0 ? 0 : items.length - 1 - place;
  return (
    <Button
      className="-translate-x-1/2 absolute bottom-3 left-1/2 rounded-full shadow-lg"
      icon={<ArrowDown aria-hidden className="size-4" />}
      onClick={onJump}
    >
      {fresh === 0 ? 'Newest' : `${fresh} new ${fresh === 1 ? 'event' : 'events'}`}
    </Button>
  );
}
