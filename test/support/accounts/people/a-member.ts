import { limitsOf, type SomeLimits } from '../../../../shared/contract/shapes/limits.ts';
import type { MemberRecord } from '../../../../shared/domain/accounts/people/member-record.ts';
import { aPerson } from './a-person.ts';

/** A member with limits, wherever someone looks for them. */
export function aMember(limits: SomeLimits) {
  const { id } = aPerson();
  const common = { role: 'member', status: 'ACTIVE', managed: false, email: null, name: null, revision: 0 } as const;
  const find = async (owner_id: string, person_id: string): Promise<MemberRecord | undefined> =>
    person_id === id
      ? { ...common, owner_id, person_id, joined_at: '2026-11-01T00:00:00.000Z', limits: limitsOf(limits) }
      : undefined;
  return { id, members: { find } };
}
