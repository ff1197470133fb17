import { rotateSessionKey as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import type { EdgeEntries } from '../../shared/domain/sandboxes/edge/edge-entries.ts';
import { changeIntent, rotationRequested } from '../../shared/domain/sandboxes/intent/intents.ts';
import { leaveWithOldKey } from '../../shared/domain/sandboxes/intent/leave-edge.ts';
import type { Sandbox } from '../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { edgeEntries, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly edge: Pick<EdgeEntries, 'leave'>;
  readonly now: Clock;
}

const done = { success: true } as const;

export const rotateSessionKey = implement(endpoint, async ({ params, caller, request }, deps: Deps) => {
  const { sandboxes, edge, now } = deps;
  const written: Sandbox[] = [];
  await changeIntent(caller.ownerId, params.sandbox_id, sandboxes, async (previous) => {
    const next = rotationRequested(previous, now());
    await sandboxes.save([{ previous, next }], undefined, await request.claim(done));
    written.push(next);
  });
  // After the write, as another request can win. After a crash, the reconciler does it when it stops the sandbox.
  for (const sandbox of written) await leaveWithOldKey(sandbox, edge);
  return done;
});

export const handler = serve(
  rotateSessionKey,
  (granted) => ({ sandboxes: sandboxWriter(granted), edge: edgeEntries(granted), now: systemClock }),
  claimDeps,
);
