import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { paths } from '../../../../shared/client/api-types.ts';
import { given, isOneOf } from '../../api/search-params.ts';
import type { WebhookMessage } from '../../api/shapes.ts';
import { liveWhile } from '../../live/polls.ts';
import { useApi } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryDialog, deliveryTones, deliveryWords, isFirstAttemptDue } from './delivery-dialog.tsx';
import { eventTypes } from './event-types.ts';

const route = getRouteApi('/webhooks/$endpointId');

function lastAnswer({ attempts }: WebhookMessage): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'Not sent yet';
  return last.status === null ? (last.error ?? 'No response') : `${last.status} in ${last.duration_ms} ms`;
}

function columnsWith(onOpen: (id: string) => void): readonly Column<WebhookMessage>[] {
  return [
    {
      id: 'type',
      header: 'Event',
      cell: ({ id, type }) => (
        <button
          className="rounded text-left font-medium text-accent underline-offset-2 hover:underline"
          onClick={() => onOpen(id)}
          type="button"
        >
          {type}
        </button>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status }) => <Badge tone={deliveryTones[status]}>{deliveryWords[status]}</Badge>,
    },
    { id: 'answer', header: 'Last response', cell: lastAnswer },
    {
      id: 'object',
      header: 'Object',
      cell: ({ object_id }) => <code className="break-all font-mono text-xs">{object_id}</code>,
      className: 'hidden md:table-cell',
    },
    {
      id: 'attempts',
      header: 'Attempts',
      cell: ({ attempt_count }) => attempt_count,
      align: 'right',
      className: 'hidden sm:table-cell',
    },
    { id: 'created', header: 'Created', cell: ({ created_at }) => <Time value={created_at} /> },
  ];
}

export function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const api = useApi();
  const navigate = route.useNavigate();
  const { page, message, ...filters } = route.useSearch();
  const isFiltered = Object.keys(filters).length > 0;
  const show = useCallback(
    (id?: string) => void navigate({ search: (search) => ({ ...search, message: id }), replace: true }),
    [navigate],
  );
  const messages = useQuery({
    queryKey: ['webhook-endpoints', endpointId, 'messages', filters, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/webhook-endpoints/{endpoint_id}/messages', {
          params: { path: { endpoint_id: endpointId }, query: given({ ...queryOf(filters), page_id: page }) },
          signal,
        }),
      ),
    refetchInterval: liveWhile<{ readonly items: readonly WebhookMessage[] }>(({ items }) =>
      items.some(isFirstAttemptDue),
    ),
  });
  const columns = useMemo(() => columnsWith(show), [show]);
  return (
    <>
      <DeliveryFilters filters={filters} isFiltered={isFiltered} onFilter={(search) => void navigate({ search })} />
      <QueryStates query={messages}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable columns={columns} label="List of deliveries" rowId={({ id }) => id} rows={items} />
            ) : (
              <EmptyState icon={Inbox} title={isFiltered ? 'No matching deliveries' : 'No deliveries yet'}>
                {isFiltered
                  ? 'Clear a filter, or check the next page if there is one.'
                  : 'Send a ping to check that the receiver responds. Deliveries are kept for 30 days.'}
              </EmptyState>
            )}
            <Pager next={next} page={page} />
          </>
        )}
      </QueryStates>
      {message !== undefined && <DeliveryDialog endpointId={endpointId} messageId={message} onClose={() => show()} />}
    </>
  );
}

type Query = NonNullable<paths['/api/v1/webhook-endpoints/{endpoint_id}/messages']['get']['parameters']['query']>;

/** The times are in UTC, to the minute. */
type Search = Readonly<Partial<Record<'status' | 'type' | 'from' | 'to', string>>>;

/** The filters of the URL as the service expects them. It reports other values than these. */
function queryOf({ status, ...filters }: Search): Query {
  return { ...(filters as Query), status: status !== undefined && isOneOf(deliveryWords, status) ? status : undefined };
}

interface FiltersProps {
  readonly filters: Search;
  readonly isFiltered: boolean;
  readonly onFilter: (search: Search) => void;
}

const PING = 'webhook_endpoint.ping';

function DeliveryFilters({ filters: { status = '', type = '', from, to }, isFiltered, onFilter }: FiltersProps) {
  return (
    <Filters isFiltered={isFiltered} label="Filter deliveries" onFilter={onFilter}>
      <SelectField
        defaultValue={status}
        key={`status ${status}`}
        label="Status"
        name="status"
        options={[['', 'All'], ...Object.entries(deliveryWords)]}
      />
      <SelectField defaultValue={type} key={`type ${type}`} label="Event" name="type">
        <option value="">All</option>
        {Object.entries(eventTypes).map(([noun, types]) => (
          <optgroup key={noun} label={noun}>
            {types.map((one) => (
              <option key={one}>{one}</option>
            ))}
            {types.includes('webhook_endpoint.disabled') && <option>{PING}</option>}
          </optgroup>
        ))}
      </SelectField>
      <TextField defaultValue={from} label="From (UTC)" name="from" type="datetime-local" />
      <TextField defaultValue={to} label="Before (UTC)" name="to" type="datetime-local" />
    </Filters>
  );
}
