import { systemClock } from '../../shared/clock.ts';
import { createWebhookEndpoint as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { createEndpoint } from '../../shared/webhook-endpoints/change-endpoints.ts';
import { endpointView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { sealedClaimDeps } from '../../shared/wiring/idempotency.ts';
import { vault } from '../../shared/wiring/vault.ts';
import { targetRules, webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = () => ({ endpoints: webhookEndpoints(), vault: vault(), rules: targetRules(), now: systemClock });

export const createWebhookEndpoint = implement(
  endpoint,
  async ({ body, caller, request }, deps: ReturnType<typeof wire>) => {
    const made = await createEndpoint(
      caller.ownerId,
      body,
      (created, secret) => request.claim({ ...endpointView(created, deps.now()), secret }),
      deps,
    );
    return { ...endpointView(made.endpoint, deps.now()), secret: made.secret };
  },
);

export const handler = serve(createWebhookEndpoint, wire, sealedClaimDeps);
