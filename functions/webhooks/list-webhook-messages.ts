import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import { listWebhookMessages as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { messageView } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { webhookEndpoints, webhookMessages } from '../../shared/wiring/webhooks.ts';

const wire = (granted: Granted<'list-webhook-messages'>) => ({
  endpoints: webhookEndpoints(granted),
  messages: webhookMessages(granted),
});

/** Messages outlive their endpoint, but are then not shown. */
export const listWebhookMessages = implement(
  endpoint,
  async ({ params, query, caller }, { endpoints, messages }: ReturnType<typeof wire>) => {
    const { ownerId } = caller;
    const { endpoint_id: endpointId } = params;
    const { page_id: pageId, limit, ...filter } = query;
    const scope = { ownerId, list: endpoint.id, filters: { endpointId, ...filter } };
    const after = positionOf(pageId, scope);
    const [, found] = await Promise.all([
      endpoints.require(ownerId, endpointId),
      messages.list(ownerId, endpointId, { ...filter, visibleTo: onlyFor(caller) }, limit, after),
    ]);
    return { items: found.items.map(messageView), next_page_id: pageIdAfter(found.next, scope) };
  },
);

export const handler = serve(listWebhookMessages, wire);
