import { updateWebhookEndpoint as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { changeEndpoint } from '../../shared/domain/webhooks/change-endpoints.ts';
import { endpointView } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { deliverWebhooks, targetRules, webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = (granted: Granted<'update-webhook-endpoint'>) => ({
  endpoints: webhookEndpoints(granted),
  vault: vault(granted),
  rules: targetRules(),
  deliver: deliverWebhooks(granted),
  now: systemClock,
});

export const updateWebhookEndpoint = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: ReturnType<typeof wire>) => {
    const changed = await changeEndpoint(caller.ownerId, params.endpoint_id, body, deps, request.revisions);
    return new Revised(await endpointView(changed, deps), changed.version);
  },
);

export const handler = serve(updateWebhookEndpoint, wire);
