import { findOrganizationMember as endpoint } from '../../shared/contract/accounts/users.ts';
import type { Caller } from '../../shared/contract/endpoint/caller.ts';
import { scopesOfRole } from '../../shared/contract/shapes/roles.ts';
import { holds } from '../../shared/contract/shapes/scopes.ts';
import { activeMember } from '../../shared/domain/accounts/members/manage-members.ts';
import { memberOf, requireOwnOrganization } from '../../shared/domain/accounts/organization.ts';
import type { DynamoMemberStore } from '../../shared/domain/accounts/people/dynamo-member-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { memberStore } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly members: Pick<DynamoMemberStore, 'find'>;
}

export const findOrganizationMember = implement(endpoint, async ({ params, caller }, deps: Deps) => {
  const { ownerId } = caller;
  requireOwnOrganization(params.org_id, ownerId);
  const own = memberOf(caller);
  if (params.user_id === own.user_id) return own;
  requireMembersRead(caller);
  const { person_id: id, role, name, email } = await activeMember(ownerId, params.user_id, deps);
  return memberOf({ ownerId, scopes: scopesOfRole(role), person: { id, role, name, email } });
});

/** @throws AppError `insufficient_scope` */
function requireMembersRead({ scopes }: Pick<Caller, 'scopes'>): void {
  if (holds(scopes, 'members:read')) return;
  throw new AppError(
    'insufficient_scope',
    'Reading other members requires the scope members:read. Use a key that has it.',
    {
      extensions: { required_scope: 'members:read' },
    },
  );
}

export const handler = serve(findOrganizationMember, (granted) => ({ members: memberStore(granted) }));
