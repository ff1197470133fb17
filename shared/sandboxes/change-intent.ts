import { NotFoundError } from '../errors.ts';
import { retryLostRaces } from '../retry-lost-races.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { isGone } from './status.ts';

/**
 * Lets a caller want something else of a sandbox. When the reconciler wrote at the same moment, the decision is made anew on what it wrote.
 *
 * @throws NotFoundError when the owner has no such sandbox.
 */
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
