import { getWebhookMessage as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { messageView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { webhookEndpoints, webhookMessages } from '../../shared/wiring/webhooks.ts';

const wire = () => ({ endpoints: webhookEndpoints(), messages: webhookMessages() });

export const getWebhookMessage = implement(
  endpoint,
  async ({ params, caller: { ownerId } }, { endpoints, messages }: ReturnType<typeof wire>) => {
    const { endpoint_id: endpointId, message_id: messageId } = params;
    const [known, found] = await Promise.all([
      endpoints.find(ownerId, endpointId),
      messages.find(ownerId, endpointId, messageId),
    ]);
    // In this order, so that one answer tells no more than the other.
    if (!known) throw new NotFoundError('Webhook endpoint', endpointId);
    if (!found) throw new NotFoundError('Webhook message', messageId);
    return messageView(found);
  },
);

export const handler = serve(getWebhookMessage, wire);
