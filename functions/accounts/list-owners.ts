import { listOwners as endpoint } from '../../shared/contract/accounts/owners.ts';
import type { DynamoOwnerStore } from '../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { ownerView } from '../../shared/domain/accounts/owners/owner-record.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { ownerStore } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly owners: Pick<DynamoOwnerStore, 'list'>;
}

export const listOwners = implement(endpoint, async ({ query, caller }, { owners }: Deps) => {
  const scope = { ownerId: caller.ownerId, list: endpoint.id };
  const { items, next } = await owners.list(positionOf(query.page_id, scope), query.limit);
  return { items: items.map(ownerView), next_page_id: pageIdAfter(next, scope) };
});

export const handler = serve(listOwners, (granted) => ({ owners: ownerStore(granted) }));
