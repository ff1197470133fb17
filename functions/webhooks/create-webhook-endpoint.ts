import { createWebhookEndpoint as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { createEndpoint } from '../../shared/domain/webhooks/change-endpoints.ts';
import { endpointView } from '../../shared/domain/webhooks/webhook-views.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { targetRules, webhookEndpoints } from '../../shared/wiring/webhooks.ts';

const wire = (granted: Granted<'create-webhook-endpoint'>) => ({
  endpoints: webhookEndpoints(granted),
  vault: vault(granted),
  rules: targetRules(),
  now: systemClock,
});

export const createWebhookEndpoint = implement(
  endpoint,
  async ({ body, caller, request }, deps: ReturnType<typeof wire>) => {
    const made = await createEndpoint(
      caller.ownerId,
      body,
      async (created, secret) => request.claim({ ...(await endpointView(created, deps)), secret }),
      deps,
    );
    return { ...(await endpointView(made.endpoint, deps)), secret: made.secret };
  },
);

export const handler = serve(createWebhookEndpoint, wire, sealedClaimDeps);
