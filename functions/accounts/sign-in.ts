import { signIn as endpoint } from '../../shared/contract/accounts/people.ts';
import { organizationOf } from '../../shared/domain/accounts/organization.ts';
import { type SignInDeps, signInPerson } from '../../shared/domain/accounts/people/sign-in.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { signInDeps } from '../../shared/wiring/accounts.ts';

export const signIn = implement(endpoint, async ({ caller: person, request }, deps: SignInDeps) => {
  const { memberships, current } = await signInPerson(person, request, deps);
  const { id, email, name, picture } = person;
  return {
    user: { id, email, name, picture },
    memberships: memberships.map(({ record: { owner_id }, role }) => ({
      owner_id,
      org_id: organizationOf(owner_id),
      role,
    })),
    current_owner_id: current?.record.owner_id ?? null,
  };
});

export const handler = serve(signIn, signInDeps);
