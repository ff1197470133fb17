import { redeliverWebhookMessage as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { redeliver, type SendDeps } from '../../shared/domain/webhooks/send-again.ts';
import { messageView } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { sendAgainDeps } from '../../shared/wiring/webhooks.ts';

export const redeliverWebhookMessage = implement(endpoint, async ({ params, caller }, deps: SendDeps) =>
  messageView(await redeliver(caller.ownerId, params.endpoint_id, params.message_id, deps)),
);

export const handler = serve(redeliverWebhookMessage, sendAgainDeps);
