import { rotateSessionKey as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import { changeIntent, rotationRequested } from '../../shared/domain/sandboxes/intent/intents.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: SandboxStore;
  readonly now: Clock;
}

const done = { success: true } as const;

export const rotateSessionKey = implement(endpoint, async ({ params, caller, request }, { sandboxes, now }: Deps) => {
  await changeIntent(caller.ownerId, params.sandbox_id, sandboxes, async (previous) => {
    const next = rotationRequested(previous, now());
    await sandboxes.save([{ previous, next }], undefined, await request.claim(done));
  });
  return done;
});

export const handler = serve(
  rotateSessionKey,
  (granted) => ({ sandboxes: sandboxStore(granted), now: systemClock }),
  claimDeps,
);
