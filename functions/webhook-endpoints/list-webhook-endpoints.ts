import { systemClock } from '../../shared/clock.ts';
import { listWebhookEndpoints as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { endpointView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = () => ({ endpoints: webhookEndpoints(), now: systemClock });

export const listWebhookEndpoints = implement(endpoint, async ({ caller }, deps: ReturnType<typeof wire>) => {
  const found = await deps.endpoints.list(caller.ownerId);
  return { items: found.map((one) => endpointView(one, deps.now())) };
});

export const handler = serve(listWebhookEndpoints, wire);
