import { deleteWebhookEndpoint as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = (granted: Granted<'delete-webhook-endpoint'>) => ({ endpoints: webhookEndpoints(granted) });

export const deleteWebhookEndpoint = implement(endpoint, async ({ params, caller }, deps: ReturnType<typeof wire>) => {
  await deps.endpoints.remove(caller.ownerId, params.endpoint_id);
  return { success: true as const };
});

export const handler = serve(deleteWebhookEndpoint, wire);
