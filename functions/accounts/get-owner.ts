import { getOwner as endpoint } from '../../shared/contract/accounts/owners.ts';
import { requireOwner } from '../../shared/domain/accounts/owners/administer.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { implement, Revised } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { keyStore, ownerStore } from '../../shared/wiring/accounts.ts';

type Deps = Parameters<typeof requireOwner>[1];

export const getOwner = implement(endpoint, async ({ params }, deps: Deps) => {
  const owner = await requireOwner(params.owner_id, deps);
  return new Revised(ownerView(owner), owner.limits_revision);
});

export const handler = serve(getOwner, (granted) => ({ owners: ownerStore(granted), keys: keyStore(granted) }));
