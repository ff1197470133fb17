import { profileOf } from '../../../../shared/domain/accounts/owners/organization-profile.ts';

/** A service without people. */
export const noMembers = {
  find: async () => undefined,
  known: async () => ({ person: undefined, memberships: [] }),
  ofOwner: async () => [],
  everOfOwner: async () => [],
};

/** Organizations without a name of their own. */
export const noProfiles = { find: async (ownerId: string) => profileOf(ownerId, undefined) };
