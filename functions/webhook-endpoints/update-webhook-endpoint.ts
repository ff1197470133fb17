import { systemClock } from '../../shared/clock.ts';
import { updateWebhookEndpoint as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { changeEndpoint } from '../../shared/webhook-endpoints/change-endpoints.ts';
import { endpointView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { deliverWebhooks, targetRules, webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = () => ({
  endpoints: webhookEndpoints(),
  rules: targetRules(),
  deliver: deliverWebhooks(),
  now: systemClock,
});

export const updateWebhookEndpoint = implement(
  endpoint,
  async ({ params, body, caller }, deps: ReturnType<typeof wire>) =>
    endpointView(await changeEndpoint(caller.ownerId, params.endpoint_id, body, deps), deps.now()),
);

export const handler = serve(updateWebhookEndpoint, wire);
