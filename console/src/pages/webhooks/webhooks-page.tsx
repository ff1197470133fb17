import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { WebhookEndpoint } from '../../api/shapes.ts';
import { live } from '../../live/polls.ts';
import { useApi, useCan } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Time } from '../../ui/time.tsx';
import { EndpointDialog, EndpointState, eventWords, SigningSecretOnce } from './endpoint-dialog.tsx';

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    id: 'url',
    header: 'URL',
    cell: ({ id, url, description }) => (
      <span className="grid gap-0.5">
        <Link
          className="break-all font-medium text-accent underline-offset-2 hover:underline"
          params={{ endpointId: id }}
          to="/webhooks/$endpointId"
        >
          {url}
        </Link>
        {description !== null && <span className="text-ink-soft text-xs">{description}</span>}
      </span>
    ),
    sortBy: ({ url }) => url,
  },
  { id: 'status', header: 'Status', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  {
    id: 'events',
    header: 'Events',
    cell: ({ events }) => <span className="text-ink-soft text-xs">{eventWords(events)}</span>,
    className: 'hidden max-w-96 sm:table-cell',
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ created_at: at }) => <Time value={at} />,
    sortBy: ({ created_at: at }) => at,
    className: 'hidden md:table-cell',
  },
];

export function WebhooksPage() {
  const api = useApi();
  const can = useCan();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>();
  const endpoints = useQuery({
    queryKey: ['webhook-endpoints'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/webhook-endpoints', { signal })),
    refetchInterval: live(),
  });
  const create = can('POST /api/v1/webhook-endpoints') && (
    <Button icon={Plus} onClick={() => setAsked(true)} variant="primary">
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader actions={create} title="Webhooks">
        Signed events about conversations, sandboxes, keys and budgets, sent to your servers.
      </PageHeader>
      <Card isFlush>
        <QueryStates query={endpoints}>
          {({ items }) =>
            items.length > 0 ? (
              <DataTable columns={columns} label="Webhook endpoints" rowId={({ id }) => id} rows={items} />
            ) : (
              <EmptyState action={create} icon={Webhook} title="No endpoints yet">
                Add the URL of your server to receive events instead of polling the API.
              </EmptyState>
            )
          }
        </QueryStates>
      </Card>
      {isAsked && (
        <EndpointDialog
          onClose={() => setAsked(false)}
          onSaved={(endpoint) => {
            setAsked(false);
            if ('secret' in endpoint) setMade({ id: endpoint.id, secret: endpoint.secret });
          }}
        />
      )}
      {made && (
        <SigningSecretOnce
          onClose={() => navigate({ to: '/webhooks/$endpointId', params: { endpointId: made.id } })}
          secret={made.secret}
          title="Endpoint added"
        />
      )}
    </>
  );
}
