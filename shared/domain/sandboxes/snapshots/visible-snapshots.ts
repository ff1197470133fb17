import { isFor } from '../../../contract/endpoint/audience.ts';
import type { Matching } from '../../../platform/paging.ts';
import { isOfSandbox } from '../../accounts/privacy/reused-ids.ts';
import type { WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import type { SandboxReader } from '../store/sandbox-store.ts';

type Row = Pick<WorkspaceSnapshot, 'sandbox_id' | 'private_to'> & { readonly sandbox_created_at?: string };

/** A person sees a snapshot like its sandbox; once that is gone, as it was when the snapshot was made. */
export function visibleSnapshots<R extends Row>(
  ownerId: string,
  visibleTo: string | undefined,
  sandboxes: Pick<SandboxReader, 'findMany'>,
): Matching<R> | undefined {
  if (visibleTo === undefined) return undefined;
  return async (rows) => {
    const found = await sandboxes.findMany(ownerId, [...new Set(rows.map(({ sandbox_id: id }) => id))]);
    const byId = new Map(found.map((sandbox) => [sandbox.sandbox_id, sandbox]));
    const sourceOf = (row: R) => {
      const sandbox = byId.get(row.sandbox_id);
      return sandbox && isOfSandbox(row, sandbox) ? sandbox : row;
    };
    return new Set(rows.filter((row) => isFor(visibleTo, sourceOf(row))));
  };
}
