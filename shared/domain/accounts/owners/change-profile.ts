import type { Caller } from '../../../contract/endpoint/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Revisions, requireRevision, retryLostRaces } from '../../../platform/errors.ts';
import type { DynamoOrganizationProfiles } from './dynamo-organization-profiles.ts';
import { type OrganizationProfile, type ProfileChange, profileAttributes } from './organization-profile.ts';

interface ChangeDeps {
  readonly profiles: Pick<DynamoOrganizationProfiles, 'find' | 'change'>;
  readonly now: Clock;
}

/** Changes what people see of the caller's owner. @throws PreconditionFailedError when it has another revision */
export function changeProfile(
  { ownerId, keyId }: Pick<Caller, 'ownerId' | 'keyId'>,
  change: ProfileChange,
  { profiles, now }: ChangeDeps,
  revisions?: Revisions,
): Promise<OrganizationProfile> {
  return retryLostRaces(async () => {
    const before = await profiles.find(ownerId);
    requireRevision(before.revision, revisions, 'organization');
    const isEmpty = Object.values(profileAttributes(change)).every((value) => value === undefined);
    if (isEmpty) return before;
    await profiles.change(before, change, keyId, now());
    return profiles.find(ownerId);
  });
}
