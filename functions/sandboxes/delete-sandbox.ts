import { deleteSandbox as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import { changeIntent, deleteRequested } from '../../shared/domain/sandboxes/intent/intents.ts';
import type { SandboxStore } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: SandboxStore;
  readonly now: Clock;
}

/** The sandbox is hidden immediately. Its task, disks and row are deleted later; a receipt is kept for a week. */
export const deleteSandbox = implement(endpoint, async ({ params, caller }, { sandboxes, now }: Deps) => {
  await changeIntent(caller.ownerId, params.sandbox_id, sandboxes, async (previous) => {
    await sandboxes.save([{ previous, next: deleteRequested(previous, now()) }]);
  });
  return { success: true } as const;
});

export const handler = serve(deleteSandbox, (granted) => ({ sandboxes: sandboxStore(granted), now: systemClock }));
