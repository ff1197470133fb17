import { systemClock } from '../../shared/clock.ts';
import { rotateWebhookSecret as endpoint } from '../../shared/contract/webhook-endpoints.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { rotateSecret } from '../../shared/webhook-endpoints/change-endpoints.ts';
import { endpointView } from '../../shared/webhook-endpoints/webhook-views.ts';
import { sealedClaimDeps } from '../../shared/wiring/idempotency.ts';
import { vault } from '../../shared/wiring/vault.ts';
import { webhookEndpoints } from '../../shared/wiring/webhooks.ts';

/** Long enough for an integrator to bring the new secret to its receivers. */
const OVERLAP_SECONDS = 86_400;

const wire = () => ({ endpoints: webhookEndpoints(), vault: vault(), now: systemClock });

export const rotateWebhookSecret = implement(
  endpoint,
  async ({ params, body, caller, request }, deps: ReturnType<typeof wire>) => {
    const rotated = await rotateSecret(
      caller.ownerId,
      params.endpoint_id,
      body?.overlap_seconds ?? OVERLAP_SECONDS,
      (next, secret) => request.claim({ ...endpointView(next, deps.now()), secret }),
      deps,
    );
    return { ...endpointView(rotated.endpoint, deps.now()), secret: rotated.secret };
  },
);

export const handler = serve(rotateWebhookSecret, wire, sealedClaimDeps);
