import type * as z from 'zod';
import { timestamp } from '../../../platform/clock.ts';
import { Receipt, Sandbox } from './sandbox.ts';

/** What the owner of a deleted sandbox may still read of it. */
export const Deletion = Sandbox.pick({
  owner_id: true,
  sandbox_id: true,
  spec_id: true,
  created_at: true,
  purge_at: true,
})
  .extend({ receipt: Receipt })
  .strip();
export type Deletion = z.infer<typeof Deletion>;

/** The receipt of a deletion that was asked for, on which nothing is yet. */
export function newReceipt(now: Date): Receipt {
  return { requested_at: timestamp(now), collected: false, completed_at: null, items: [] };
}

/** @returns undefined for a sandbox whose deletion was not asked for */
export function deletionOf(sandbox: Sandbox | undefined): Deletion | undefined {
  return sandbox?.desired === 'DELETED' && sandbox.receipt ? Deletion.parse(sandbox) : undefined;
}

/** The sort key of an owner's deletions. */
export function deletedSort({ receipt, sandbox_id: id }: Pick<Deletion, 'receipt' | 'sandbox_id'>): string {
  return `${receipt.requested_at}#${id}`;
}
