import { Link } from '@tanstack/react-router';
import type { Owner } from '../../api/shapes.ts';
import { count, dollars } from '../../format/money.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';

/** A limit that is not set; the page of the owner says what counts in its place. */
const none = <span className="text-ink-soft">–</span>;

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
    header: 'Sandboxes now',
    cell: ({ active_sandboxes: active, limits }) =>
      limits.sandboxes === null ? count(active) : `${count(active)} of ${count(limits.sandboxes)}`,
    sortBy: ({ active_sandboxes: active }) => active,
    align: 'right',
  },
  {
    id: 'calls',
    header: 'Calls a minute',
    cell: ({ limits: { requests_per_minute: limit } }) => (limit === null ? none : count(limit)),
    align: 'right',
    className: 'hidden md:table-cell',
  },
  {
    id: 'budget',
    header: 'Budget a month',
    cell: ({ limits: { monthly_budget_usd: limit } }) => (limit === null ? none : dollars(limit)),
    align: 'right',
    className: 'hidden sm:table-cell',
  },
  {
    id: 'hours',
    header: 'Hours a month',
    cell: ({ limits: { monthly_sandbox_hours: limit } }) => (limit === null ? none : count(limit)),
    align: 'right',
    className: 'hidden md:table-cell',
  },
  {
    id: 'created',
    header: 'Made',
    cell: ({ created_at: at }) => (at === null ? 'Never set up' : <Time value={at} />),
    sortBy: ({ created_at: at }) => at ?? '',
    className: 'hidden lg:table-cell',
  },
];
