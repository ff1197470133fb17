import { getRouteApi } from '@tanstack/react-router';
import { Plus, SquareTerminal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { endsOf, endWords, pauseWords } from '../../../../shared/presentation/sandboxes.ts';
import type { Conversation, Sandbox } from '../../api/shapes.ts';
import { useConversationsOf } from '../../data/sandbox-conversations.ts';
import { useSandboxes } from '../../data/sandbox-queries.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoMatches } from '../../ui/filter-chips.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { SandboxLink } from '../../ui/resource-link.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { ConversationLink, titleOf } from '../conversations/labels.tsx';
import { ReceiptList } from './receipts.tsx';
import { SandboxMenu } from './sandbox-actions.tsx';
import { activeFiltersOf, type SandboxFilterParams, SandboxFilters, sandboxSearchOf } from './sandbox-filters.tsx';
import { isLeftBehind, phaseOf, SandboxBadge } from './sandbox-state.tsx';
import { StartSandbox } from './start-sandbox.tsx';

const route = getRouteApi('/sandboxes');

const tabs = [
  { value: 'present', label: 'Sandboxes' },
  { value: 'receipts', label: 'Deletion receipts' },
];

export function SandboxesPage() {
  const { page, tab, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const canStart = useCan()('POST /api/v1/sandboxes');
  const [isStarting, setStarting] = useState(false);
  const start = canStart && (
    <Button icon={Plus} onClick={() => setStarting(true)} variant="primary">
      Start a sandbox
    </Button>
  );
  return (
    <>
      <PageHeader actions={start} title="Sandboxes">
        The machines that agents work in, newest first.
      </PageHeader>
      <Tabs
        label="Sandbox lists"
        onChange={(value) => void navigate({ search: value === 'receipts' ? { tab: value } : {} })}
        tabs={tabs}
        value={tab === 'receipts' ? tab : 'present'}
      >
        <TabPanel value="present">
          <SandboxList action={start} filters={filters} page={page} />
        </TabPanel>
        <TabPanel value="receipts">
          <ReceiptList page={page} />
        </TabPanel>
      </Tabs>
      {isStarting && <StartSandbox onClose={() => setStarting(false)} />}
    </>
  );
}

const PAGE_SIZE = 25;

interface SandboxListProps {
  readonly filters: SandboxFilterParams;
  readonly page: string | undefined;
  /** The action for an owner without sandboxes. */
  readonly action: ReactNode;
}

function SandboxList({ filters, page, action }: SandboxListProps) {
  const navigate = route.useNavigate();
  const sandboxes = useSandboxes({ filters: sandboxSearchOf(filters), page, limit: PAGE_SIZE });
  const active = activeFiltersOf(filters);
  const conversations = useConversationsOf(sandboxes.data?.items.map(({ id }) => id) ?? []);
  return (
    <Card isFlush>
      {(active.length > 0 || page !== undefined || sandboxes.data?.items.length !== 0) && (
        <SandboxFilters onFilter={(search) => navigate({ search })} search={filters} />
      )}
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
            ) : active.length > 0 ? (
              <NoMatches active={active} icon={SquareTerminal} noun="sandboxes">
                {next !== null && <p>The search is not finished: 2,000 sandboxes were examined. See the next page.</p>}
              </NoMatches>
            ) : (
              <EmptyState
                action={page === undefined && action}
                icon={SquareTerminal}
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

/** A sandbox with its conversations, as far as they are loaded. */
interface SandboxRow {
  readonly sandbox: Sandbox;
  readonly conversations: readonly Conversation[] | undefined;
}

const sandboxColumns: readonly Column<SandboxRow>[] = [
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <Status {...row} />,
    sortBy: (row) => row.sandbox.status,
  },
  {
    id: 'sandbox',
    header: 'Sandbox',
    cell: ({ sandbox: { id, sandbox_spec_id }, conversations }) => (
      <span className="grid gap-1">
        <SandboxLink id={id} spec={sandbox_spec_id} />
        {/* On phones, instead of its column. */}
        {conversations !== undefined && conversations.length > 0 && (
          <span className="sm:hidden">
            <ConversationLinks conversations={conversations} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'conversations',
    header: 'Conversation',
    cell: ({ conversations }) => <ConversationLinks conversations={conversations} />,
    className: 'hidden sm:table-cell',
  },
  {
    id: 'since',
    header: 'Status since',
    cell: ({ sandbox }) => <Time value={phaseOf(sandbox).since} />,
    sortBy: ({ sandbox }) => phaseOf(sandbox).since,
    className: 'hidden xl:table-cell',
  },
  {
    id: 'workspace',
    header: 'Workspace',
    cell: ({ sandbox: { workspace } }) => (workspace ? `${workspace.size_gib} GiB` : '–'),
    sortBy: ({ sandbox }) => sandbox.workspace?.size_gib ?? 0,
    align: 'right',
    className: 'hidden xl:table-cell',
  },
  {
    id: 'next',
    header: 'Next deadline',
    cell: ({ sandbox }) => <NextEnd {...sandbox} />,
    className: 'hidden sm:table-cell',
  },
  { id: 'actions', header: 'Actions', cell: ({ sandbox }) => <SandboxMenu sandbox={sandbox} />, align: 'right' },
];

function Status({ sandbox, conversations = [] }: SandboxRow) {
  const detail = detailOf(sandbox);
  return (
    <span className="grid max-w-xs justify-items-start gap-1 sm:min-w-36">
      <SandboxBadge phase={phaseOf(sandbox).phase} status={sandbox.status} />
      {detail !== null && (
        <span className="line-clamp-2 text-ink-soft text-xs" title={detail}>
          {detail}
        </span>
      )}
      {isLeftBehind(sandbox, conversations) && (
        <span className="text-warn text-xs">Its conversation failed to start</span>
      )}
      {/* On phones, instead of its column. */}
      {endsOf(sandbox).length > 0 && (
        <span className="sm:hidden">
          <NextEnd {...sandbox} />
        </span>
      )}
    </span>
  );
}

/** Another column shows when the workspace of a paused sandbox expires. */
function detailOf({ status_detail, pause_reason }: Sandbox): string | null {
  return pause_reason === null ? status_detail : pauseWords[pause_reason];
}

function NextEnd(sandbox: Sandbox) {
  const next = endsOf(sandbox)[0];
  if (!next) return <span className="text-ink-soft">–</span>;
  return (
    <span className="grid whitespace-nowrap">
      <Time as="deadline" value={next.at} />
      <span className="text-ink-soft text-xs">{endWords[next.name]}</span>
    </span>
  );
}

const MOST_LINKS = 2;

interface ConversationLinksProps {
  /** Undefined while loading. */
  readonly conversations: readonly Conversation[] | undefined;
}

function ConversationLinks({ conversations = [] }: ConversationLinksProps) {
  if (conversations.length === 0) return <span className="text-ink-soft">–</span>;
  const rest = conversations.length - MOST_LINKS;
  return (
    <span className="grid max-w-28 gap-0.5 sm:min-w-36 sm:max-w-72">
      {conversations.slice(0, MOST_LINKS).map((one) => (
        <ConversationLink
          className="truncate underline-offset-2 hover:underline"
          conversation={one}
          hint={titleOf(one)}
          key={one.id}
        />
      ))}
      {rest > 0 && <span className="text-ink-soft text-xs">and {rest} more</span>}
    </span>
  );
}
