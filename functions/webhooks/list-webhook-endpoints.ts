import { listWebhookEndpoints as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { endpointView } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = (granted: Granted<'list-webhook-endpoints'>) => ({
  endpoints: webhookEndpoints(granted),
  vault: vault(granted),
  now: systemClock,
});

export const listWebhookEndpoints = implement(endpoint, async ({ caller }, deps: ReturnType<typeof wire>) => {
  const found = await deps.endpoints.list(caller.ownerId);
  return { items: await Promise.all(found.map((one) => endpointView(one, deps))) };
});

export const handler = serve(listWebhookEndpoints, wire);
