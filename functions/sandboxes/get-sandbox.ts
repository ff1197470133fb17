import { getSandbox as endpoint } from '../../shared/contract/sandboxes.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxKeys } from '../../shared/sandboxes/keys.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { sandboxView } from '../../shared/sandboxes/sandbox-view.ts';
import { isGone } from '../../shared/sandboxes/status.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly keys: SandboxKeys;
}

/** Another owner's sandbox reads as absent: anything else would confirm that the id exists. */
export const getSandbox = implement(endpoint, async ({ params, caller }, { sandboxes, keys }: Deps) => {
  const sandbox = await sandboxes.find(caller.ownerId, params.sandbox_id);
  if (isGone(sandbox)) throw new NotFoundError('Sandbox', params.sandbox_id);
  return sandboxView(sandbox, keys);
});

export const handler = serve(getSandbox, () => ({ sandboxes: sandboxReader(), keys: sandboxKeys() }));
