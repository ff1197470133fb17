import type { Caller } from '../../../contract/endpoint/caller.ts';
import { memberOf, organizationOf } from '../organization.ts';
import type { DynamoMemberStore } from '../people/dynamo-member-store.ts';
import { isActive, type MemberRecord } from '../people/member-record.ts';

/** Where people are found. */
export type UserMembers = Pick<DynamoMemberStore, 'known'>;

/** Who the caller is, for clients that show a person. An API key shows only its own organization of the person. */
export async function userView(caller: Caller, members: UserMembers) {
  const { person, ownerId, credential } = caller;
  const { role, access_role, permissions, org_id } = memberOf(caller);
  const own = { org_id, role, access_role, permissions };
  if (person === undefined) return { ...own, id: ownerId, name: null, picture: null, memberships: [] };
  const { id, email, name } = person;
  const known = await members.known(id);
  const mine = known.memberships.filter(isActive);
  const shown = credential === 'token' ? mine : mine.filter((one) => one.owner_id === ownerId);
  return {
    ...own,
    ...{ id, email, name },
    picture: known.person?.picture ?? null,
    memberships: shown.map(({ owner_id, role: held }: MemberRecord) => ({
      owner_id,
      org_id: organizationOf(owner_id),
      role: owner_id === ownerId ? person.role : held,
    })),
  };
}
