import { listWebhookEndpoints as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import type { DynamoWebhookEndpoints } from '../../shared/domain/webhooks/dynamo-webhook-endpoints.ts';
import { endpointView, type ViewDeps } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

interface Deps extends ViewDeps {
  readonly endpoints: Pick<DynamoWebhookEndpoints, 'list'>;
}

export const listWebhookEndpoints = implement(endpoint, async ({ caller }, deps: Deps) => {
  const found = (await deps.endpoints.list(caller.ownerId)).filter(({ alert }) => !alert);
  return { items: await Promise.all(found.map((one) => endpointView(one, deps))) };
});

export const handler = serve(listWebhookEndpoints, (granted) => ({
  endpoints: webhookEndpoints(granted),
  vault: vault(granted),
  now: systemClock,
}));
