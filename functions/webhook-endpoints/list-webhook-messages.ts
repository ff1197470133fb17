import { listWebhookMessages as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/paging/page-id.ts';
import { messageView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { webhookEndpoints, webhookMessages } from '../../shared/wiring/webhooks.ts';

const wire = () => ({ endpoints: webhookEndpoints(), messages: webhookMessages() });

/** The messages of an endpoint outlive it; nobody is shown them then. */
export const listWebhookMessages = implement(
  endpoint,
  async ({ params, query, caller: { ownerId } }, { endpoints, messages }: ReturnType<typeof wire>) => {
    const { endpoint_id: endpointId } = params;
    const scope = { ownerId, list: endpoint.id, filters: { endpointId } };
    const after = positionOf(query.page_id, scope);
    const [, found] = await Promise.all([
      endpoints.require(ownerId, endpointId),
      messages.list(ownerId, endpointId, query.limit, after),
    ]);
    return { items: found.items.map(messageView), next_page_id: pageIdAfter(found.next, scope) };
  },
);

export const handler = serve(listWebhookMessages, wire);
