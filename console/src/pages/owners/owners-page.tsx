import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import { fieldErrors } from '../../api/failure.ts';
import { given } from '../../api/search-params.ts';
import type { CreatedOwner, Owner, OwnerCreate } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { textIn } from '../../ui/forms.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { LimitFields } from '../keys/key-fields.tsx';
import { limitsOf } from '../keys/key-request.ts';
import { NewKeyOnce } from '../keys/made-key.tsx';

const route = getRouteApi('/owners');

const PAGE = 50;

export function OwnersPage() {
  const api = useApi();
  const navigate = route.useNavigate();
  const { page } = route.useSearch();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ readonly id: string; readonly key: string }>();
  const owners = useQuery({
    queryKey: ['owners', page],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/owners', { params: { query: { limit: PAGE, ...given({ page_id: page }) } }, signal })),
  });
  const show = (ownerId: string) => navigate({ to: '/owners/$ownerId', params: { ownerId } });
  const create = (
    <Button icon={Plus} onClick={() => setAsked(true)} variant="primary">
      Create owner
    </Button>
  );
  return (
    <>
      <PageHeader actions={create} title="Owners">
        Tenants of this service. Each owner has its own conversations, sandboxes, keys, settings and limits.
      </PageHeader>
      <Card isFlush>
        <Filters action="Find" isFiltered={false} label="Find an owner" onFilter={({ owner }) => owner && show(owner)}>
          <TextField autoComplete="off" label="Exact name" name="owner" placeholder="acme" spellCheck={false} />
        </Filters>
        <QueryStates query={owners}>
          {({ items, next_page_id: next }) => (
            <>
              {items.length > 0 ? (
                <DataTable columns={ownerColumns} label="Owners" rowId={({ id }) => id} rows={items} />
              ) : (
                <EmptyState icon={Users} title="No owners on this page">
                  Create one, or go back to the previous page.
                </EmptyState>
              )}
              <Pager next={next} page={page} />
            </>
          )}
        </QueryStates>
      </Card>
      {isAsked && (
        <NewOwner
          onClose={() => setAsked(false)}
          onMade={({ id, key }) => {
            setAsked(false);
            if (key === null) void show(id);
            else setMade({ id, key: key.key });
          }}
        />
      )}
      {made && (
        <NewKeyOnce
          apiKey={made.key}
          onClose={() => void show(made.id)}
          title={`Owner ${made.id} created, with a key`}
        />
      )}
    </>
  );
}

/** Owners without their own limit have the service default. */
const ofService = <span className="text-ink-soft">Default</span>;

const none = <span className="text-ink-soft">None</span>;

const stateWords: Readonly<Record<Owner['state'], string>> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  DELETING: 'Deleting',
  DELETED: 'Deleted',
};

const ownerColumns: readonly Column<Owner>[] = [
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
    id: 'state',
    header: 'State',
    cell: ({ state }) => stateWords[state],
    sortBy: ({ state }) => state,
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

interface Props {
  readonly onClose: () => void;
  readonly onMade: (owner: CreatedOwner) => void;
}

/** Creates an owner, with limits and optionally a first key. */
function NewOwner({ onClose, onMade }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const [withKey, setWithKey] = useState(true);
  const create = useMutation({
    mutationFn: (body: OwnerCreate) => answerOf(api.POST('/api/v1/owners', { body })),
    onSuccess: (owner) => {
      onMade(owner);
      return queries.invalidateQueries({ queryKey: ['owners'] });
    },
  });
  const errors = fieldErrors(create.error);
  const isTaken = create.error instanceof ApiProblem && create.error.code === 'conflict';
  const submit = (fields: FormData): void => {
    const key = withKey ? given({ name: textIn(fields, 'key_name') }) : undefined;
    create.mutate({ id: textIn(fields, 'id'), ...given({ limits: limitsOf(fields), key }) });
  };
  const mutation = { ...create, error: isTaken ? null : create.error };
  return (
    <Dialog isWide onClose={onClose} title="Create owner">
      <DialogForm action="Create owner" mutation={mutation} onClose={onClose} onSubmit={submit}>
        <TextField
          autoComplete="off"
          error={isTaken ? 'An owner with this name already exists.' : errors.id}
          hint="A name or an email address. It cannot be changed later."
          label="Name"
          maxLength={40}
          name="id"
          required
          spellCheck={false}
        />
        <LimitFields errors={errors} legend="Limits (leave empty to use the service defaults)" />
        <CheckboxField
          checked={withKey}
          hint="It has every scope except members:write, audit:read and admin, and is shown once."
          label="Create a first API key"
          onChange={({ target }) => setWithKey(target.checked)}
        />
        {withKey && <TextField error={errors['key.name']} label="Key name" maxLength={100} name="key_name" />}
      </DialogForm>
    </Dialog>
  );
}
