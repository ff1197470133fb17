import { createHash } from 'node:crypto';
import type { SignedIn } from '../../../contract/endpoint/caller.ts';
import { dashed } from '../../../contract/shapes/ids.ts';
import { uuidOf } from '../../../platform/ids.ts';

/** The id of a person at an identity provider: the same for all owners, and in every deployment. */
export function personIdOf(issuer: string, subject: string): string {
  return dashed(uuidOf(`person/${issuer}/${subject}`));
}

/** The address that owners see and mail goes to: only one that the provider vouches for, as people can claim any. */
export function confirmedEmail({ email, isEmailVerified }: Pick<SignedIn, 'email' | 'isEmailVerified'>): string | null {
  return isEmailVerified ? email : null;
}

/** Names the count of a member's calls, as the hash of a key names that of the key. */
export function callsHashOf(ownerId: string, personId: string): string {
  return createHash('sha256').update(`calls/${ownerId}/${personId}`).digest('hex');
}
