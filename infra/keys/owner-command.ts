import { OPERATOR } from '../../shared/domain/accounts/keys/issue-key.ts';
import { requireOwner } from '../../shared/domain/accounts/owners/administer.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { ownerOf } from './key-commands.ts';
import { openStores, operator } from './open-stores.ts';
import { limitsOf, type Values } from './options.ts';

/** Shows an owner, after changing the given limits, which also create an owner. */
export async function showOwner(name: string | undefined, values: Values): Promise<void> {
  const ownerId = ownerOf(name);
  const limits = limitsOf(values);
  const stores = await openStores(values);
  if (Object.keys(limits).length > 0) {
    const now = new Date();
    const entry = stores.journal.entry('owner.updated', ownerId, { owner_id: ownerId }, operator, now);
    await stores.owners.setLimits(ownerId, limits, [entry], { by: OPERATOR, now });
  }
  const view = ownerView(await requireOwner(ownerId, stores));
  if (values.json) return console.log(JSON.stringify(view));
  console.log(`Owner ${view.id} has ${view.active_sandboxes} sandboxes that count towards the limit.`);
  console.table({ limits: view.limits });
}
