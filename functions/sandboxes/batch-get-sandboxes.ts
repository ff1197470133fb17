import { batchGetSandboxes as endpoint } from '../../shared/contract/sandboxes.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { canonicalId } from '../../shared/ids.ts';
import type { SandboxKeys } from '../../shared/sandboxes/keys.ts';
import type { SandboxStore } from '../../shared/sandboxes/sandbox-store.ts';
import { sandboxView } from '../../shared/sandboxes/sandbox-view.ts';
import { isGone } from '../../shared/sandboxes/status.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxStore, 'findMany'>;
  readonly keys: SandboxKeys;
}

export const batchGetSandboxes = implement(
  endpoint,
  async ({ query, caller: { ownerId } }, { sandboxes, keys }: Deps) => {
    const ids = query.id.map(canonicalId);
    const found = await sandboxes.findMany(
      ownerId,
      ids.filter((id) => id !== ''),
    );
    const byId = new Map(found.map((sandbox) => [sandbox.sandbox_id, sandbox]));
    return Promise.all(
      ids.map((id) => {
        const sandbox = byId.get(id);
        return isGone(sandbox) ? null : sandboxView(sandbox, keys);
      }),
    );
  },
);

export const handler = serve(batchGetSandboxes, () => ({ sandboxes: sandboxReader(), keys: sandboxKeys() }));
