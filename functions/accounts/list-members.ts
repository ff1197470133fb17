import { listMembers as endpoint } from '../../shared/contract/accounts/members.ts';
import { pageOf, withEmail } from '../../shared/domain/accounts/members/list-members.ts';
import { memberView } from '../../shared/domain/accounts/members/member-view.ts';
import { requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { memberChanges } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly members: Pick<DynamoMembers, 'ofOwner'>;
}

export const listMembers = implement(endpoint, async ({ params, query, caller }, { members }: Deps) => {
  requireOwnOrganization(params.org_id, caller.ownerId);
  const found = withEmail(await members.ofOwner(caller.ownerId), query.email);
  return pageOf(found.map(memberView), query);
});

export const handler = serve(listMembers, (granted) => ({ members: memberChanges(granted) }));
