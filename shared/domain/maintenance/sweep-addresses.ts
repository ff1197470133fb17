import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../platform/clock.ts';
import { VersionConflictError } from '../../platform/errors.ts';
import type { RenewedUrls } from '../sandboxes/ingress/ingress.ts';
import { changed, type Sandbox } from '../sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { SweepRun } from './sweep-run.ts';

interface AddressDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly now: Clock;
}

/** Tries for one sandbox in one run: the list may be older than the row, so the first may lose without a rival. */
const TRIES = 2;

/**
 * Gives a running sandbox the URLs that its ingress has for it by now, before its agent is called there: an agent does
 * not answer at an address whose key has ended, and would count as dead.
 *
 * @returns the row with its URLs of now; undefined for one that other writers keep changing, or that is gone: its agent
 * is not to be judged in this run
 */
export async function withCurrentUrls(
  sandbox: Sandbox,
  renewed: RenewedUrls,
  run: SweepRun,
  deps: AddressDeps,
): Promise<Sandbox | undefined> {
  let row: Sandbox | undefined = sandbox;
  for (let tries = 0; row && tries < TRIES; tries += 1) {
    const urls = row.phase === 'RUNNING' ? renewed(row) : [];
    if (row.phase !== 'RUNNING' || isDeepStrictEqual([...urls], row.exposed_urls ?? [])) return row;
    const next = changed(row, deps.now(), { exposed_urls: [...urls] });
    if (await wins(row, next, deps)) {
      run.found('address');
      return next;
    }
    row = await deps.sandboxes.find(row.owner_id, row.sandbox_id);
  }
  return undefined;
}

async function wins(previous: Sandbox, next: Sandbox, { sandboxes }: AddressDeps): Promise<boolean> {
  try {
    await sandboxes.save([{ previous, next }]);
    return true;
  } catch (error) {
    if (error instanceof VersionConflictError) return false;
    throw error;
  }
}
