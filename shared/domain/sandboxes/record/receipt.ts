import type * as z from 'zod';
import { rowReader } from '../../../platform/aws/rows.ts';
import { timestamp } from '../../../platform/clock.ts';
import { privacyFields } from './privacy-fields.ts';
import { Receipt, Sandbox } from './sandbox.ts';

/** What the owner can still read of a deleted sandbox. */
export const Deletion = Sandbox.pick({
  owner_id: true,
  sandbox_id: true,
  spec_id: true,
  created_at: true,
  purge_at: true,
})
  .extend({ receipt: Receipt, private_to: privacyFields.private_to })
  .strip();
export type Deletion = z.infer<typeof Deletion>;

export const readDeletion = /* @__PURE__ */ rowReader('deletion', Deletion, {
  damaged: { receipt: { requested_at: new Date(0).toISOString(), collected: false, completed_at: null, items: [] } },
});

/** The empty receipt of a requested deletion. */
export function newReceipt(now: Date): Receipt {
  return { requested_at: timestamp(now), collected: false, completed_at: null, items: [] };
}

/** @returns undefined for a sandbox whose deletion was not requested */
export function deletionOf(sandbox: Sandbox | undefined): Deletion | undefined {
  return sandbox?.desired === 'DELETED' && sandbox.receipt ? Deletion.parse(sandbox) : undefined;
}

/** The sort key of an owner's deletions. */
export function deletedSort({ receipt, sandbox_id: id }: Pick<Deletion, 'receipt' | 'sandbox_id'>): string {
  return `${receipt.requested_at}#${id}`;
}
