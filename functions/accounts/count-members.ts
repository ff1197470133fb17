import { countMembers as endpoint } from '../../shared/contract/accounts/members.ts';
import { withEmail } from '../../shared/domain/accounts/members/list-members.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { memberChanges } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly members: Pick<DynamoMembers, 'ofOwner'>;
}

export const countMembers = implement(endpoint, async ({ params, query, caller }, { members }: Deps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  return withEmail(await members.ofOwner(caller.ownerId), query.email).length;
});

export const handler = serve(countMembers, (granted) => ({ members: memberChanges(granted) }));
