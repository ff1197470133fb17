import type * as z from 'zod';
import type { SandboxDeletion } from '../../../contract/shapes/sandbox-deletion.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Deletion } from '../record/receipt.ts';

type View = z.input<typeof SandboxDeletion>;

/** A deletion as the owner of the sandbox sees it: its disks alone, as the ARN of a task would name the account. */
export function deletionView({ sandbox_id, spec_id, created_at, receipt, purge_at: purgeAt }: Deletion): View {
  const { requested_at, completed_at, collected, items } = receipt;
  const disks = items.flatMap(({ store, id, result }) =>
    store === 'volume' || store === 'snapshot' ? [{ kind: store, id, result }] : [],
  );
  return {
    sandbox_id,
    sandbox_spec_id: spec_id,
    sandbox_created_at: created_at,
    requested_at,
    completed_at,
    disks: collected ? disks : null,
    expires_at: purgeAt === null ? null : timestamp(new Date(purgeAt * 1000)),
  };
}
