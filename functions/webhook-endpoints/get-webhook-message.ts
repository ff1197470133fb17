import { getWebhookMessage as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { messageView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { webhookEndpoints, webhookMessages } from '../../shared/wiring/webhooks.ts';

const wire = () => ({ endpoints: webhookEndpoints(), messages: webhookMessages() });

export const getWebhookMessage = implement(
  endpoint,
  async ({ params, caller: { ownerId } }, { endpoints, messages }: ReturnType<typeof wire>) => {
    const [, found] = await Promise.all([
      endpoints.require(ownerId, params.endpoint_id),
      messages.require(ownerId, params.endpoint_id, params.message_id),
    ]);
    return messageView(found);
  },
);

export const handler = serve(getWebhookMessage, wire);
