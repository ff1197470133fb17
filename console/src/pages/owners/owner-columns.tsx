import { Link } from '@tanstack/react-router';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import type { Owner } from '../../api/shapes.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';

/** Where an owner has no limit of its own, that of the service counts. */
const ofService = <span className="text-ink-soft">Default</span>;

const none = <span className="text-ink-soft">None</span>;

export const ownerColumns: readonly Column<Owner>[] = [
  {
    id: 'id',
    header: 'Owner',
    cell: ({ id }) => (
      <Link
        className="break-all font-medium text-accent underline-offset-2 hover:underline"
        params={{ ownerId: id }}
        to="/owners/$ownerId"
      >
        {id}
      </Link>
    ),
    sortBy: ({ id }) => id,
  },
  {
    id: 'active',
    header: 'Active sandboxes',
    cell: ({ active_sandboxes: active, limits }) =>
      limits.sandboxes === null ? count(active) : `${count(active)} of ${count(limits.sandboxes)}`,
    sortBy: ({ active_sandboxes: active }) => active,
    align: 'right',
  },
  {
    id: 'calls',
    header: 'Requests per minute',
    cell: ({ limits: { requests_per_minute: limit } }) => (limit === null ? ofService : count(limit)),
    align: 'right',
    className: 'hidden md:table-cell',
  },
  {
    id: 'budget',
    header: 'Monthly budget',
    cell: ({ limits: { monthly_budget_usd: limit } }) => (limit === null ? none : dollars(limit)),
    align: 'right',
    className: 'hidden sm:table-cell',
  },
  {
    id: 'hours',
    header: 'Sandbox hours per month',
    cell: ({ limits: { monthly_sandbox_hours: limit } }) => (limit === null ? none : count(limit)),
    align: 'right',
    className: 'hidden md:table-cell',
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ created_at: at }) => (at === null ? 'Not set up' : <Time value={at} />),
    sortBy: ({ created_at: at }) => at ?? '',
    className: 'hidden lg:table-cell',
  },
];
