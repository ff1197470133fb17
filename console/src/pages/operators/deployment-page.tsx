import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import type { OperatorOverview } from '../../api/shapes.ts';
import { live } from '../../live/polls.ts';
import { useApi } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { AnnouncementsCard } from './announcements-card.tsx';

type Summary = NonNullable<OperatorOverview['summary']>;

/** An older summary means that the sweep does not run. */
const LATE = 180;

export function DeploymentPage() {
  const api = useApi();
  const overview = useQuery({
    queryKey: ['operator-overview'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/overview', { signal })),
    refetchInterval: live(),
  });
  return (
    <>
      <PageHeader title="Deployment">All owners and the health of the service.</PageHeader>
      <QueryStates query={overview}>{(seen) => <Overview seen={seen} />}</QueryStates>
      <AnnouncementsCard />
    </>
  );
}

function Overview({ seen: { summary, sweep_age_seconds: age, failures } }: { readonly seen: OperatorOverview }) {
  if (!summary || age === null) {
    return (
      <Notice title="Nothing to show yet" tone="info">
        The sweep updates this page once a minute. The first figures appear after its first run.
      </Notice>
    );
  }
  return (
    <>
      <Health age={age} summary={summary} />
      <div className="grid gap-5 xl:grid-cols-2">
        <TableCard
          columns={runningColumns}
          label="Running sandboxes by owner"
          rowId={ofOwner}
          rows={summary.running.owners}
          title="Running now"
        />
        <TableCard
          columns={failureColumns}
          label="Failures by reason"
          rowId={({ reason }) => reason}
          rows={failures}
          title="Failures in the last 24 hours"
        />
        <TableCard
          columns={spendColumns}
          label="Cost by owner"
          rowId={ofOwner}
          rows={summary.spend.owners}
          title={`Cost in ${summary.spend.month}: ${dollars(summary.spend.total_usd)}`}
        />
        <TableCard
          columns={nearColumns}
          label="Owners near a limit"
          rowId={({ owner_id, unit }) => `${owner_id}/${unit}`}
          rows={summary.near_limits}
          title="Near a limit"
        />
      </div>
    </>
  );
}

const ofOwner = ({ owner_id: id }: { readonly owner_id: string }): string => id;

interface TableCardProps<Row> {
  readonly title: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
}

function TableCard<Row extends object>({ title, label, columns, rows, rowId }: TableCardProps<Row>) {
  return (
    <Card isFlush title={title}>
      {rows.length > 0 ? (
        <DataTable columns={columns} label={label} rowId={rowId} rows={rows} />
      ) : (
        <p className="px-4 pb-4 text-ink-soft text-sm">None.</p>
      )}
    </Card>
  );
}

function Health({ age, summary }: { readonly age: number; readonly summary: Summary }) {
  const { sweep, owners, running } = summary;
  const problems = Object.entries(sweep.details).filter(([, number]) => number > 0);
  return (
    <>
      {age > LATE && (
        <Notice title="The sweep is not running" tone="bad">
          It last ran {count(age)} seconds ago. See the alarm sweep-silent in the runbook.
        </Notice>
      )}
      <Card title="Health">
        <Facts
          facts={[
            ['Last sweep', `${count(age)} seconds ago, ${sweep.is_complete ? 'complete' : 'incomplete'}`],
            ['Repairs', count(sweep.findings)],
            ['Queued starts', count(sweep.queued_starts)],
            ['Webhook deliveries due', deliveriesDue(sweep)],
            ['Running', `${count(running.sandboxes)} sandboxes, ${count(running.vcpus)} vCPUs`],
            [
              'Owners',
              `${count(owners.total)}, ${count(owners.suspended)} suspended, ${count(owners.deleting)} being deleted`,
            ],
            ...problems.map(([name, number]) => [name.replaceAll('_', ' '), count(number)] as const),
            ...sweep.errors.map(({ item, message }) => [item, message] as const),
          ]}
        />
      </Card>
    </>
  );
}

function deliveriesDue({ due_webhook_endpoints: due, oldest_delivery_due_at: oldest }: Summary['sweep']) {
  if (oldest === null) return 'None';
  return (
    <>
      {count(due)} endpoints, the first since <Time value={oldest} />
    </>
  );
}

const ownerColumn = {
  id: 'owner',
  header: 'Owner',
  cell: ({ owner_id: id }: { readonly owner_id: string }) => (
    <Link
      className="break-all font-medium text-accent underline-offset-2 hover:underline"
      params={{ ownerId: id }}
      to="/owners/$ownerId"
    >
      {id}
    </Link>
  ),
};

const runningColumns: readonly Column<Summary['running']['owners'][number]>[] = [
  ownerColumn,
  { id: 'sandboxes', header: 'Sandboxes', cell: ({ sandboxes }) => count(sandboxes), align: 'right' },
  { id: 'vcpus', header: 'vCPUs', cell: ({ vcpus }) => count(vcpus), align: 'right' },
  {
    id: 'phases',
    header: 'Phases',
    cell: ({ phases }) =>
      Object.entries(phases)
        .map(([phase, number]) => `${phase} ${number}`)
        .join(', '),
  },
];

const failureColumns: readonly Column<OperatorOverview['failures'][number]>[] = [
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  { id: 'count', header: 'Count', cell: ({ count: number }) => count(number), align: 'right' },
];

const spendColumns: readonly Column<Summary['spend']['owners'][number]>[] = [
  ownerColumn,
  { id: 'month', header: 'This month', cell: ({ usd }) => dollars(usd), align: 'right' },
  {
    id: 'days',
    header: 'Last days',
    cell: ({ days }) =>
      days
        .slice(-3)
        .map(({ day, usd }) => `${day.slice(8)}: ${dollars(usd)}`)
        .join(', '),
  },
];

const nearColumns: readonly Column<Summary['near_limits'][number]>[] = [
  ownerColumn,
  { id: 'unit', header: 'Limit', cell: ({ unit }) => unit.replaceAll('_', ' ') },
  { id: 'used', header: 'Used', cell: ({ used, limit }) => `${count(used)} of ${count(limit)}`, align: 'right' },
];
