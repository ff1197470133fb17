import { deleteWebhookEndpoint as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { webhookEndpoints } from '../../shared/wiring/webhook-endpoints.ts';

const wire = () => ({ endpoints: webhookEndpoints() });

export const deleteWebhookEndpoint = implement(endpoint, async ({ params, caller }, deps: ReturnType<typeof wire>) => {
  await deps.endpoints.remove(caller.ownerId, params.endpoint_id);
  return { success: true as const };
});

export const handler = serve(deleteWebhookEndpoint, wire);
