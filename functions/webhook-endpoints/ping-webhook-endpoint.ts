import { pingWebhookEndpoint as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { ping, type SendDeps } from '../../shared/domain/webhook-endpoints/send-again.ts';
import { messageView } from '../../shared/domain/webhook-endpoints/webhook-views.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { queueWebhooksDeps } from '../../shared/wiring/webhook-endpoints.ts';

export const pingWebhookEndpoint = implement(endpoint, async ({ params, caller }, deps: SendDeps) =>
  messageView(await ping(caller.ownerId, params.endpoint_id, deps)),
);

export const handler = serve(pingWebhookEndpoint, queueWebhooksDeps);
