import { pingWebhookEndpoint as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { ping, type SendDeps } from '../../shared/webhook-endpoints/send-again.ts';
import { messageView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { tellDeps } from '../../shared/wiring/webhooks.ts';

export const pingWebhookEndpoint = implement(endpoint, async ({ params, caller }, deps: SendDeps) =>
  messageView(await ping(caller.ownerId, params.endpoint_id, deps)),
);

export const handler = serve(pingWebhookEndpoint, tellDeps);
