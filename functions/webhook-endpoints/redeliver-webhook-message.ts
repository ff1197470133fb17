import { redeliverWebhookMessage as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { redeliver, type SendDeps } from '../../shared/domain/webhook-endpoints/send-again.ts';
import { messageView } from '../../shared/domain/webhook-endpoints/webhook-views.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { queueWebhooksDeps } from '../../shared/wiring/webhook-endpoints.ts';

export const redeliverWebhookMessage = implement(endpoint, async ({ params, caller }, deps: SendDeps) =>
  messageView(await redeliver(caller.ownerId, params.endpoint_id, params.message_id, deps)),
);

export const handler = serve(redeliverWebhookMessage, queueWebhooksDeps);
