import { type Clock, systemClock } from '../../shared/clock.ts';
import { deleteSandbox as endpoint } from '../../shared/contract/sandboxes.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { changeIntent } from '../../shared/sandboxes/change-intent.ts';
import { deleteRequested } from '../../shared/sandboxes/intents.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { sandboxStore } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: SandboxStore;
  readonly now: Clock;
}

/** From the answer on, the sandbox is gone for every reader. Task, disks and row go one after the other, and the receipt of it stays for a week. */
export const deleteSandbox = implement(endpoint, async ({ params, caller }, { sandboxes, now }: Deps) => {
  await changeIntent(caller.ownerId, params.sandbox_id, sandboxes, async (previous) => {
    await sandboxes.save([{ previous, next: deleteRequested(previous, now()) }]);
  });
  return { success: true } as const;
});

export const handler = serve(deleteSandbox, () => ({ sandboxes: sandboxStore(), now: systemClock }));
