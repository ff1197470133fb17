import { updateWebhookEndpoint as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { changeEndpoint } from '../../shared/domain/webhooks/change-endpoints.ts';
import { endpointView } from '../../shared/domain/webhooks/webhook-views.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { deliverWebhooks, targetRules, webhookEndpoints } from '../../shared/wiring/webhook-endpoints.ts';

const wire = () => ({
  endpoints: webhookEndpoints(),
  rules: targetRules(),
  deliver: deliverWebhooks(),
  now: systemClock,
});

export const updateWebhookEndpoint = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: ReturnType<typeof wire>) => {
    const changed = await changeEndpoint(caller.ownerId, params.endpoint_id, body, deps, request.revisions);
    return new Revised(endpointView(changed, deps.now()), changed.version);
  },
);

export const handler = serve(updateWebhookEndpoint, wire);
