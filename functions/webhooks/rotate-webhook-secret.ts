import { rotateWebhookSecret as endpoint } from '../../shared/contract/webhooks/webhook-endpoints.ts';
import { rotateSecret } from '../../shared/domain/webhooks/change-endpoints.ts';
import { endpointView } from '../../shared/domain/webhooks/webhook-views.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

/** Long enough to deploy the new secret to every receiver. */
const OVERLAP_SECONDS = 86_400;

const wire = (granted: Granted<'rotate-webhook-secret'>) => ({
  endpoints: webhookEndpoints(granted),
  vault: vault(granted),
  now: systemClock,
});

export const rotateWebhookSecret = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: ReturnType<typeof wire>) => {
    const rotated = await rotateSecret(
      caller.ownerId,
      params.endpoint_id,
      body?.overlap_seconds ?? OVERLAP_SECONDS,
      async (next, secret) => request.claim({ ...(await endpointView(next, deps)), secret }),
      deps,
    );
    return { ...(await endpointView(rotated.endpoint, deps)), secret: rotated.secret };
  },
);

export const handler = serve(rotateWebhookSecret, wire, sealedClaimDeps);
