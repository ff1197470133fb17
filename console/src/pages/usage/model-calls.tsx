import { useQuery } from '@tanstack/react-query';
import { Brain } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { components } from '../../../../shared/client/api-types.ts';
import { count, dollars } from '../../../../shared/presentation/money.ts';
import { shortId } from '../../format/short-id.ts';
import { live } from '../../live/polls.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { ResourceLink } from '../../ui/resource-link.tsx';
import { Time } from '../../ui/time.tsx';

type ModelCall = components['schemas']['ModelCall'];

const REFRESHED_EVERY = 30_000;

interface Props {
  /** Only the requests of this conversation. */
  readonly conversationId?: string;
}

/** The log of requests to language models, newest first. */
export function ModelCalls({ conversationId }: Props) {
  const api = useApi();
  const [page, setPage] = useState<string | undefined>();
  const calls = useQuery({
    queryKey: ['model-calls', conversationId, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/model-calls', {
          params: { query: { limit: 25, conversation_id: conversationId, page_id: page } },
          signal,
        }),
      ),
    refetchInterval: page === undefined ? live({ atLeast: REFRESHED_EVERY }) : false,
  });
  const shown = conversationId === undefined ? columns : columns.filter(({ id }) => id !== 'conversation');
  return (
    <Card isFlush title="Requests to models">
      <QueryStates query={calls}>
        {({ items, next_page_id: next }) => (
          <>
            {items.length > 0 ? (
              <DataTable columns={shown} label="Model requests" rowId={({ id }) => id} rows={items} />
            ) : (
              <EmptyState icon={Brain} title="No requests to models">
                Requests that agents send to language models through this service appear here, for 90 days.
              </EmptyState>
            )}
            <div className="flex gap-2 p-4">
              {page !== undefined && <Button onClick={() => setPage(undefined)}>Newest</Button>}
              {next !== null && <Button onClick={() => setPage(next)}>Older</Button>}
            </div>
          </>
        )}
      </QueryStates>
    </Card>
  );
}

const tokens = (call: ModelCall): string =>
  call.output_tokens === null
    ? 'unknown'
    : `${count((call.input_tokens ?? 0) + (call.cache_read_tokens ?? 0) + (call.cache_write_tokens ?? 0))} in, ${count(call.output_tokens)} out`;

const cost = ({ cost_usd: usd, is_estimate: isEstimate }: ModelCall): string =>
  usd === null ? '–' : `${dollars(Number(usd), 4)}${isEstimate ? ' (at most)' : ''}`;

const columns: readonly Column<ModelCall>[] = [
  { id: 'when', header: 'Time', cell: ({ started_at }) => <Time as="clock" value={started_at} /> },
  { id: 'model', header: 'Model', cell: ({ model }) => model },
  { id: 'status', header: 'Status', cell: ({ status, http_status: http }) => `${status}${http ? ` (${http})` : ''}` },
  { id: 'tokens', header: 'Tokens', cell: tokens, align: 'right' },
  { id: 'cost', header: 'Cost', cell: cost, align: 'right' },
  {
    id: 'conversation',
    header: 'Conversation',
    cell: ({ conversation_id: id }) => (
      <ResourceLink className="text-accent underline-offset-2 hover:underline" id={id} name="conversation_id">
        {shortId(id)}
      </ResourceLink>
    ),
  },
];
