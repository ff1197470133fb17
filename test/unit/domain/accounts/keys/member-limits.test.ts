import { expect, it } from 'vitest';
import { noLimits } from '../../../../../shared/contract/shapes/limits.ts';
import { requireWithinMember } from '../../../../../shared/domain/accounts/keys/change-keys.ts';

it('a person who asks for a key above their own limit is told that it is theirs, as they have no key', () => {
  const person = { id: 'ann-person', role: 'member', name: null, email: null } as const;
  const caller = { keyId: person.id, limits: { ...noLimits, sandboxes: 3 }, person };

  expect(() => requireWithinMember({ limits: { sandboxes: 5 } }, caller)).toThrow(
    'body.limits.sandboxes: Must be at most 3, which is your own limit.',
  );
});
