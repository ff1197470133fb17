import { describe, expect, it } from 'vitest';
import { getCurrentKey } from '../../../../functions/accounts/get-current-key.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { invoke } from '../../../support/http/invoke.ts';

describe('GET /api/keys/current', () => {
  it.each([
    ['bearer', 'bearer'],
    ['session-header', 'api_key'],
  ] as const)('returns the key of a call with %s, of the organization of its owner', async (scheme, authType) => {
    const scopes = ['keys:read'] as const;
    const caller = { ownerId: 'ann', keyId: 'k12', keyName: 'laptop', scheme, scopes };

    const own = organizationOf('ann');
    const shown = { id: 'k12', name: 'laptop', owner_id: 'ann', org_id: own, bound_org_id: own, user_id: 'ann' };

    const { status, body } = await invoke(getCurrentKey, {}, { caller });

    expect([status, body]).toEqual([200, { ...shown, member: null, auth_type: authType, scopes }]);
  });

  it('names the owner and the person of a key that a member made', async () => {
    const person = { id: 'p1', name: 'Ada', email: 'ada@acme.example', role: 'viewer' } as const;
    const { body } = await invoke(getCurrentKey, {}, { caller: { ownerId: 'acme', person } });

    expect(body).toMatchObject({ owner_id: 'acme', user_id: 'p1', member: person });
  });

  it('returns a key without a name', async () => {
    expect((await invoke(getCurrentKey, {})).body.name).toBeNull();
  });
});
