import { ifSeen } from '../../shared/contract/endpoint/audience.ts';
import { getWebhookMessage as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { messageWithBodyView } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { webhookEndpoints, webhookMessages } from '../../shared/wiring/webhooks.ts';

const wire = (granted: Granted<'get-webhook-message'>) => ({
  endpoints: webhookEndpoints(granted),
  messages: webhookMessages(granted),
});

export const getWebhookMessage = implement(
  endpoint,
  async ({ params, caller }, { endpoints, messages }: ReturnType<typeof wire>) => {
    const { ownerId } = caller;
    const { endpoint_id: endpointId, message_id: messageId } = params;
    // The message can outlive its endpoint, and is then not shown.
    const [, message] = await Promise.all([
      endpoints.require(ownerId, endpointId),
      messages.find(ownerId, endpointId, messageId),
    ]);
    const found = ifSeen(caller, message);
    if (!found) throw new NotFoundError('Webhook message', messageId);
    return messageWithBodyView(found);
  },
);

export const handler = serve(getWebhookMessage, wire);
