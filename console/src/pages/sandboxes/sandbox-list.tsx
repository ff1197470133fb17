import { SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConversationsOf } from '../../data/sandbox-conversations.ts';
import { useSandboxes } from '../../data/sandbox-queries.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { sandboxColumns } from './sandbox-columns.tsx';

/** How many sandboxes a page of the list has. */
const PAGE_SIZE = 25;

interface Props {
  readonly page: string | undefined;
  /** What an owner without sandboxes can do. */
  readonly action: ReactNode;
}

/** The sandboxes, newest first. */
export function SandboxList({ page, action }: Props) {
  const sandboxes = useSandboxes({ page, limit: PAGE_SIZE });
  const conversations = useConversationsOf(sandboxes.data?.items.map(({ id }) => id) ?? []);
  return (
    <Card isFlush>
      <QueryStates query={sandboxes}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable
                columns={sandboxColumns}
                label="Sandboxes"
                rowId={({ sandbox }) => sandbox.id}
                rows={items.map((sandbox) => ({ sandbox, conversations: conversations.get(sandbox.id) }))}
              />
            ) : (
              <EmptyState
                action={page === undefined && action}
                icon={<SquareTerminal aria-hidden />}
                title={page === undefined ? 'No sandboxes yet' : 'This page is empty now'}
              >
                Every conversation starts its own sandbox. It stays, paused, until it expires or is deleted.
              </EmptyState>
            )}
            <Pager next={next} page={page} />
          </>
        )}
      </QueryStates>
    </Card>
  );
}
