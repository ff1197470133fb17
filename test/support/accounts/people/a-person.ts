import type { SignedIn } from '../../../../shared/contract/endpoint/caller.ts';
import { personIdOf } from '../../../../shared/domain/accounts/people/person.ts';
import { someSettings } from './some-settings.ts';

let people = 0;

/** A person whom no other test has. */
export function aPerson(change: Partial<SignedIn> = {}): SignedIn {
  people += 1;
  const subject = `subject-${process.pid}-${people}`;
  return {
    id: personIdOf(someSettings.issuer, subject),
    subject,
    issuedAt: 0,
    name: `Ada ${people}`,
    email: `ada-${people}@example.com`,
    isEmailVerified: true,
    picture: null,
    claimed: { ownerId: null, role: null },
    ...change,
  };
}
