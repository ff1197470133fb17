import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { count } from '../../../../../shared/presentation/money.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { conversationColumns } from './conversation-columns.tsx';

interface Props {
  /** A page of them, newest first. */
  readonly items: readonly Conversation[];
  /** Whether they were asked for since the list was opened. */
  readonly isFresh: boolean;
}

/** The conversations of a page. What is new waits behind a button, so that nothing moves under who reads. */
export function ConversationList({ items, isFresh }: Props) {
  const newest = items[0]?.created_at;
  const [until, setUntil] = useState<string>();
  if (until === undefined && isFresh && newest !== undefined) setUntil(newest);
  const shown = until === undefined ? items : items.filter(({ created_at: at }) => at <= until);
  const waiting = items.length - shown.length;
  const showAll = (): void => {
    setUntil(newest);
    window.scrollTo({ top: 0 });
    // The button is gone: the focus goes where it goes after a change of pages.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <>
      {/* It floats above the list, and takes no room in it. */}
      <div className="sticky top-16 z-10 flex h-0 justify-center overflow-visible lg:top-2" role="status">
        {waiting > 0 && (
          <Button
            className="mt-1 rounded-full! shadow-lg"
            icon={<ArrowUp aria-hidden className="size-4" />}
            onClick={showAll}
            variant="primary"
          >
            Show {count(waiting)} new
          </Button>
        )}
      </div>
      <DataTable columns={conversationColumns} label="Conversations" rowId={({ id }) => id} rows={shown} />
    </>
  );
}
