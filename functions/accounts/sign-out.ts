import { signOut as endpoint } from '../../shared/contract/accounts/people.ts';
import type { DynamoMembers } from '../../shared/domain/accounts/people/dynamo-members.ts';
import { oidcSettings } from '../../shared/domain/accounts/people/oidc-settings.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { memberChanges } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly changes: Pick<DynamoMembers, 'signOut'>;
  /** The issuer of tokens; undefined without an identity provider. */
  readonly issuer: string | undefined;
  readonly now: Clock;
}

export const signOut = implement(endpoint, async ({ caller: person }, { changes, issuer, now }: Deps) => {
  if (person !== undefined && issuer !== undefined) await changes.signOut(person, issuer, now());
  return { message: 'Signed out' as const };
});

export const handler = serve(signOut, (granted) => ({
  changes: memberChanges(granted),
  issuer: oidcSettings()?.issuer,
  now: systemClock,
}));
