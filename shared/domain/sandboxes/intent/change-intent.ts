import { NotFoundError, retryLostRaces } from '../../../platform/errors.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';

/** Changes the desired state, deciding anew when the reconciler wrote meanwhile. @throws NotFoundError */
export function changeIntent(
  ownerId: string,
  sandboxId: string,
  sandboxes: Pick<SandboxStore, 'find'>,
  change: (sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  return retryLostRaces(async () => {
    const sandbox = await sandboxes.find(ownerId, sandboxId);
    if (isGone(sandbox)) throw new NotFoundError('Sandbox', sandboxId);
    await change(sandbox);
  });
}
