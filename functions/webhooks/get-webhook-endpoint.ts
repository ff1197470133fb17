import { getWebhookEndpoint as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { endpointView } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = (granted: Granted<'get-webhook-endpoint'>) => ({
  endpoints: webhookEndpoints(granted),
  vault: vault(granted),
  now: systemClock,
});

export const getWebhookEndpoint = implement(endpoint, async ({ params, caller }, deps: ReturnType<typeof wire>) => {
  const found = await deps.endpoints.require(caller.ownerId, params.endpoint_id);
  return new Revised(await endpointView(found, deps), found.version);
});

export const handler = serve(getWebhookEndpoint, wire);
