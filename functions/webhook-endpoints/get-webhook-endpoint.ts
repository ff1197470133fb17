import { systemClock } from '../../shared/clock.ts';
import { getWebhookEndpoint as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { endpointView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = () => ({ endpoints: webhookEndpoints(), now: systemClock });

export const getWebhookEndpoint = implement(endpoint, async ({ params, caller }, deps: ReturnType<typeof wire>) =>
  endpointView(await deps.endpoints.require(caller.ownerId, params.endpoint_id), deps.now()),
);

export const handler = serve(getWebhookEndpoint, wire);
