import { getSandboxDeletion as endpoint } from '../../shared/contract/sandboxes/sandboxes.ts';
import { deletionOf } from '../../shared/domain/sandboxes/record/receipt.ts';
import type { SandboxReader } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { deletionView } from '../../shared/domain/sandboxes/view/sandbox-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

export const getSandboxDeletion = implement(endpoint, async ({ params, caller }, { sandboxes }: Deps) => {
  const deletion = deletionOf(await sandboxes.find(caller.ownerId, params.sandbox_id));
  if (!deletion) throw new NotFoundError('Deletion of sandbox', params.sandbox_id);
  return deletionView(deletion);
});

export const handler = serve(getSandboxDeletion, (granted) => ({ sandboxes: sandboxReader(granted) }));
